import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

/** A match of the maintained rule set. `value` is the secret itself: it goes no further than the check of examples. */
export interface Match {
  /** From 1. */
  line: number;
  what: string;
  value: string;
}

// A comment in a text must not switch the scan of that text off.
const scanners = rules.filter(({ meta }) => !meta.id.endsWith("-filter-comments"));

/** Runs the maintained rules; access key ids count, too. */
export async function runRuleSet(text: string): Promise<Match[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: "/prompt.md", ext: ".md", contentType: "text" },
    options: {
      maskSecrets: true,
      config: {
        rules: scanners.map((rule) => ({
          id: rule.meta.id,
          rule,
          options: rule.meta.id.endsWith("-rule-aws") ? { enableIDScanRule: true } : {},
        })),
      },
    },
  });
  return messages.map(({ loc, range, ruleId, messageId }) => ({
    line: loc.start.line,
    what: `${ruleId.replace(/^.*secretlint-rule-/, "")} ${messageId}`,
    value: text.slice(range[0], range[1]),
  }));
}
