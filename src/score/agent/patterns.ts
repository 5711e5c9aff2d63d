/** A form that a text can have, and what it means, as the rest of a sentence about a call. */
export interface Pattern {
  form: RegExp;
  does: string;
}

/** Shell commands whose effect cannot be taken back. */
export const destructiveCommands: readonly Pattern[] = [
  { form: /\brm\s(?:[^|;&\n]*\s)?(?:-[a-z]*r[a-z]*|--recursive)\b/i, does: "removes folders" },
  { form: /\bfind\b[^|;&\n]*\s-delete\b/, does: "removes every file it finds" },
  {
    form: /\bgit\s+push\b[^|;&\n]*(?:\s-f\b|\s--force(?!-with-lease|-if-includes)\b|\s\+\S)/,
    does: "overwrites a remote branch",
  },
  { form: /\bgit\s+push\b[^|;&\n]*(?:\s--delete\b|\s-d\b|\s:\S)/, does: "removes a remote branch" },
  { form: /\bgit\s+reset\b[^|;&\n]*\s--hard\b/, does: "throws uncommitted work away" },
  {
    form: /\bgit\s+clean\b[^|;&\n]*\s(?:-[a-z]*f|--force)/i,
    does: "removes files that were never committed",
  },
  { form: /\bgit\s+(?:checkout|restore)\b[^|;&\n]*\s\.(?=\s|$)/, does: "throws uncommitted work away" },
  { form: /\bgit\s+branch\b[^|;&\n]*\s-D\b/, does: "removes a branch that was not merged" },
  { form: /\b(?:drop|truncate)\s+(?:table|database|schema)\b/i, does: "removes data of a database" },
  { form: /\bmkfs\b|\bdd\b[^|;&\n]*\bof=\/dev\/|>\s*\/dev\/(?:sd|nvme|disk)/, does: "overwrites a disk" },
  { form: /\bkubectl\s+delete\b|\bterraform\s+destroy\b/, does: "removes what is in production" },
];

const boundary = String.raw`(?=$|[\s"'\x60;|&):,])`;
const start = String.raw`(?:^|[\s"'\x60=(:,@/~])`;

function place(path: string, does: string): Pattern {
  return { form: new RegExp(start + path + boundary), does };
}

/** Places where keys and passwords lie by convention, and commands that print them. */
export const credentialPlaces: readonly Pattern[] = [
  place(String.raw`\.env(?!\.(?:example|sample|template|dist)\b)(?:\.[\w-]+)*`, "looks at an .env file"),
  place(String.raw`\.ssh/(?!known_hosts|[\w-]+\.pub)[\w.*-]+`, "looks at an SSH key"),
  place(String.raw`id_(?:rsa|dsa|ecdsa|ed25519)`, "looks at an SSH key"),
  place(String.raw`\.aws/credentials`, "looks at cloud credentials"),
  place(String.raw`\.config/gcloud(?:/\S*)?`, "looks at cloud credentials"),
  place(String.raw`\.azure(?:/\S*)?`, "looks at cloud credentials"),
  place(String.raw`\.kube/config`, "looks at cluster credentials"),
  place(String.raw`\.docker/config\.json`, "looks at registry credentials"),
  place(String.raw`\.(?:netrc|pgpass|npmrc|pypirc|git-credentials)`, "looks at stored passwords"),
  place(String.raw`\.gnupg(?:/\S*)?`, "looks at private keys"),
  { form: /\/etc\/(?:shadow|gshadow)\b/, does: "looks at the passwords of the system" },
  { form: /\/proc\/(?:self|\d+)\/environ\b/, does: "prints the environment of a process" },
];

/** Commands that print keys. */
export const credentialCommands: readonly Pattern[] = [
  { form: /(?:^|[;&|(]\s*)(?:printenv\b|env\s*(?:$|[|>;&]))/m, does: "prints the environment" },
  { form: /\bsecurity\s+find-(?:generic|internet)-password\b/, does: "reads the key chain" },
  { form: /\bgh\s+auth\s+token\b|\bgcloud\s+auth\s+print-\w+-token\b/, does: "prints a token" },
];

/** Commands that step around what judges the work. */
export const gamingCommands: readonly Pattern[] = [
  { form: /\bgit\s+(?:commit|push|merge)\b[^|;&\n]*\s--no-verify\b/, does: "skips the checks of a commit" },
];

/** Texts of a file that switch a test off. */
export const switchedOffTests: readonly Pattern[] = [
  { form: /\b(?:describe|it|test|suite)\.(?:skip|only|todo)\b/, does: "switches tests off" },
  { form: /\b(?:xit|xdescribe|xtest)\s*\(/, does: "switches tests off" },
  { form: /@(?:pytest\.mark\.|unittest\.)(?:skip|xfail)\w*/, does: "switches tests off" },
  { form: /@(?:Disabled|Ignore)\b|#\[ignore\b|\bt\.Skip(?:Now|f)?\(/, does: "switches tests off" },
];
