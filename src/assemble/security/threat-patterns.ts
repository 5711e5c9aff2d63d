/** Scopes from the most lenient to the strictest; each has the patterns of those before it too. */
export const scanScopes = ["all", "context", "strict"] as const;

export type ScanScope = (typeof scanScopes)[number];

/** One thing to look for. Several patterns may share an id; `scope` is the first one that looks for it. */
export interface ThreatPattern {
  id: string;
  scope: ScanScope;
  pattern: RegExp;
}

// Every pattern takes linear time on any text. What is repeated without a limit either cannot meet the start of
// the pattern again (`unless`), or stands in a limited number of words. `gap` and `word` have no character in common.
const gap = String.raw`[\s_*"'\x60~()\[\],:–—-]+`;
const word = String.raw`[a-z0-9]+`;
const words = (max: number) => `(?:${gap}${word}){0,${max}}?`;
const tokens = (max: number) => String.raw`(?:\s+\S+){0,${max}}?`;
const oneOf = (...alternatives: string[]) => `(?:${alternatives.join("|")})`;
/** Anything, lazily, up to the next start of the same pattern. */
const unless = (start: string, character: string) => `(?:(?!${start})${character})*?`;
/** Not inside a longer word. */
const whole = (text: string) => String.raw`(?<![\w-])${text}(?![\w-])`;

const drop = String.raw`(?<![a-z0-9])(?:ignore|disregard|override|overrule|bypass|forget)`;
const orders = "(?:instruction|directive|guideline|rule|order|prompt|constraint)s?(?![a-z0-9])";
const everything = oneOf(orders, "everything", "anything");
const earlier = oneOf("previous", "prior", "above", "preceding");
const filler = oneOf("of", "the", "these", "those", "your", "other", "system", "safety", "security");
const directive = oneOf(
  whole(String.raw`(?:ignore|disregard|override|overrule|bypass|obey)`),
  String.raw`forget\s+(?:all|any|every|the|your|previous|prior)`,
  String.raw`(?<!\w)system(?:\s*:|\s+(?:prompt|message|note|override))`,
  String.raw`(?<!\w)(?:hidden|secret|new|real)\s+(?:instruction|directive|order|command|prompt)`,
  String.raw`(?:do\s+not|don't|never)\s+(?:tell|inform|mention|reveal|show)`,
  String.raw`(?<!\w)(?:ai|assistant|agent|model|llm)s?\s*(?::|\s(?:must|should|shall|please)\b)`,
);
const invisibleStyle = oneOf(
  String.raw`display\s*:\s*none`,
  String.raw`visibility\s*:\s*hidden`,
  String.raw`(?:opacity|font-size)\s*:\s*0(?![.\d])`,
  String.raw`\shidden(?=[\s=/>])`,
);
const secretVariable = String.raw`\$\{?(?:env:)?\w*?(?:KEY|TOKEN|SECRET|PASSWORD)S?(?![a-z])`;
const secretFile = oneOf(
  String.raw`\.env(?:rc)?(?![\w-])(?!\.(?:example|sample|template|dist)(?!\w))`,
  String.raw`\.(?:netrc|pgpass|npmrc|pypirc|htpasswd|git-credentials)(?!\w)`,
  String.raw`credentials(?!\w)`,
  String.raw`id_(?:rsa|dsa|ecdsa|ed25519)(?![\w.])`,
  String.raw`\/etc\/shadow(?!\w)`,
);
const configFile = oneOf(
  String.raw`(?:AGENTS|AGENTS\.override|CLAUDE|GEMINI|SOUL|copilot-instructions)\.md(?!\w)`,
  String.raw`(?<!\w)\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv|gitconfig)(?!\w)`,
  String.raw`(?<!\w)\.(?:cursorrules|cursor\/rules)(?!\w)`,
  whole(String.raw`(?:crontab|sudoers)`),
);
const change = oneOf(
  String.raw`(?<!\w)(?:add|append|insert|inject|edit|alter|patch)(?:s|es|ed|ing)?`,
  String.raw`(?<!\w)(?:updat|chang|replac|overwrit|writ)(?:e|es|ed|ing)`,
  String.raw`(?<!\w)modif(?:y|ies|ied|ying)`,
  String.raw`(?<!\w)sed\s+-i\S*`,
);
const secretName = String.raw`(?:(?:api|access|auth|private|secret)[ _-]?key|token|secret|passw(?:or)?d|passphrase)`;
const send = String.raw`(?<!\w)(?:send|post|upload|transmit|forward|submit|leak|report)(?:s|ing)?`;

/** What an assistant may be now without having been given another role: "you are now ready". */
const noRole = String.raw`(?!(?:ready|able|done|finished|connected|logged|set|running|using|on)(?!\w))`;

const table: Record<ScanScope, [id: string, ...parts: string[]][]> = {
  all: [
    ["prompt_injection", drop, words(4), gap, earlier, words(2), gap, orders],
    ["prompt_injection", drop, gap, oneOf("all", "any", "every"), `(?:${gap}${filler}){0,3}?`, gap, orders],
    ["prompt_injection", drop, words(2), gap, everything, gap, "above(?![a-z0-9])"],
    ["html_comment", "<!--(?!-?>)", unless("<!--|-->", "[^]"), directive],
    ["hidden_div", String.raw`<div(?![\w-])`, unless("<div", "[^>]"), invisibleStyle],
    ["exfil_curl", whole("curl"), unless(whole("curl"), String.raw`(?:\\\r?\n|[^\n])`), secretVariable],
    ["exfil_wget", whole("wget"), unless(whole("wget"), String.raw`(?:\\\r?\n|[^\n])`), secretVariable],
    [
      "read_secrets",
      String.raw`(?<![\w.-])(?:cat|tac|bat|head|tail|base64)`,
      String.raw`(?:\s+(?=[^\s;|&]*[-./<])[^\s;|&]+){0,5}?\s+[^\s;|&]*?`,
      secretFile,
    ],
  ],
  context: [
    ["role_hijack", String.raw`(?<!\w)you(?:\s+are|['’]re)\s+now\s+`, noRole, String.raw`\w`],
    [
      "role_hijack",
      String.raw`(?<!\w)from\s+now\s+on,?\s+you(?:\s+are|['’]re|\s+will\s+(?:be|act|answer|respond))(?!\w)`,
    ],
    ["role_hijack", String.raw`(?<!\w)pretend\s+(?:that\s+)?(?:you\s+are|you['’]re|to\s+be)(?!\w)`],
    [
      "role_hijack",
      String.raw`(?<!\w)your\s+(?:new|real|true)\s+(?:role|identity|persona|name|purpose)\s+(?:is|:)`,
    ],
    ["command_and_control", String.raw`(?<!\w)command[\s-]+(?:and|&)[\s-]+control(?!\w)`],
    [
      "command_and_control",
      String.raw`(?<!\w)c(?:2|&c)[\s-]+(?:server|channel|beacon|agent|implant|framework|traffic|domain)`,
    ],
    ["command_and_control", String.raw`(?<!\w)(?:reverse[\s-]+shell|meterpreter|cobalt[\s-]*strike|botnet)`],
    [
      "command_and_control",
      String.raw`(?<!\w)(?:beacon(?:s|ing)?\s+(?:back|home|out|to)|phon(?:e|ing)\s+home|call(?:s|ing)?\s+home)(?!\w)`,
    ],
  ],
  strict: [
    ["ssh_access", String.raw`[\\/]\.ssh(?![\w-])`],
    ["authorized_keys", String.raw`(?<!\w)authorized_keys`],
    ["config_edit", change, tokens(6), String.raw`\s+\S*?`, configFile],
    ["config_edit", String.raw`(?:>|(?<!\w)tee\s)\s*(?:-a\s+)?["'\w~./\\$\x7b\x7d-]*?`, configFile],
    ["hardcoded_secret", secretName, String.raw`["'\x60]?\s*(?:=>|:=|[:=])\s*["'\x60]?[a-z0-9][\w+/=-]{19}`],
    ["send_to_url", send, tokens(8), String.raw`\s+(?:to|at|via)`, tokens(3), String.raw`\s+\S*?https?:\/\/`],
  ],
};

const threatPatterns: readonly ThreatPattern[] = scanScopes.flatMap((scope) =>
  table[scope].map(([id, ...parts]) => ({ id, scope, pattern: new RegExp(parts.join(""), "i") })),
);

/** The patterns of a scope and of every more lenient one, in the order of the table. */
export function patternsIn(scope: ScanScope): readonly ThreatPattern[] {
  const last = scanScopes.indexOf(scope);
  return threatPatterns.filter((threat) => scanScopes.indexOf(threat.scope) <= last);
}
