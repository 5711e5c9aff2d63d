import { core, type RuleCase } from "./testing-cases.ts";

export const wordingRuleCases: RuleCase[] = [
  {
    rule: "emphasis",
    fires: { core: "Be brief.\nNEVER EVER guess a price.\n" },
    at: `${core}:5`,
    silent: { core: "Be brief.\nNEVER guess a price. Send it as JSON over HTTPS.\n" },
    allow: { layer: "core", match: "guess" },
  },
  {
    rule: "politeness",
    fires: { core: "Be brief.\nPlease kindly count the till.\n" },
    at: `${core}:5`,
    silent: { core: 'Be brief.\nEnd a mail with "please" and say thank you to guests.\n' },
    allow: { layer: "core", match: "count" },
  },
  {
    rule: "aspirational",
    fires: { core: "Count the till.\nBe helpful.\n" },
    at: `${core}:5`,
    silent: { core: "Count the till.\nBe careful with the drawer: it jams when it is pulled.\n" },
    allow: { layer: "core", match: "helpful" },
  },
  {
    rule: "prohibition-without-alternative",
    fires: {
      stack: { lint: { severity: { "prohibition-without-alternative": "warning" } } },
      core: "Count the till.\n\n- Never run rm.\n",
    },
    at: `${core}:6`,
    silent: {
      stack: { lint: { severity: { "prohibition-without-alternative": "warning" } } },
      core: "Count the till.\n\n- Never run rm; move files to the bin instead.\n- Do not guess. Ask.\n",
    },
    allow: { layer: "core", match: "rm" },
  },
];
