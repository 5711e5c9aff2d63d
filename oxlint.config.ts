import { defineConfig, type OxlintOverride } from "oxlint";

/**
 * The folders of src/ in pipeline order. A folder may import only the folders above it, through their index.ts.
 * To let a folder use one below it, move the shared part up or change this order, and say why in the commit.
 */
const folders = [
  "util",
  "schema",
  "load",
  "agents",
  "assemble",
  "stability",
  "lint",
  "lock",
  "cost",
  "model",
  "score",
  "run",
  "compact",
  "compare",
  "gate",
  "report",
  "commands",
];

/** Packages that only some folders may import. */
const fences = [{ name: "promptfoo", folders: ["model", "score"] }];

/** Files that may use the global `process`; everything else is given what it needs as an argument. */
const processUsers = [
  "src/cli.ts",
  "src/util/write-file.ts", // the process id makes a temporary file's name its own
  "src/run/folder-lock.ts", // a run that a living process works on is not continued by another
  "src/commands/versions.ts", // a run says which Node made it
  "src/**/*.test.ts",
];

const howToChange = "To change this rule, see the lists at the top of oxlint.config.ts.";

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "promise", "vitest"],
  categories: { correctness: "error" },
  rules: {
    "no-console": "error",
    "unicorn/no-useless-spread": "off", // `...{ a, b }` keeps the short fields of a long literal on one line
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "vitest/no-conditional-expect": "off", // a property may hold under a condition
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect*", "fc.assert"] }],
    "vitest/valid-expect": ["error", { maxArgs: 2 }], // the second is the message
  },
  ignorePatterns: ["node_modules", "dist", "corpus/scenarios", "reports"],
  overrides: [
    {
      files: ["src/**"],
      rules: {
        "import/no-default-export": "error",
        "no-restricted-globals": [
          "error",
          { name: "process", message: `Take it as an argument. ${howToChange}` },
        ],
      },
    },
    { files: processUsers, rules: { "no-restricted-globals": "off" } },
    { files: ["src/cli.ts", "src/report/**", "scripts/**"], rules: { "no-console": "off" } },
    ...folders.map((folder, position) => ({
      files: [`src/${folder}/**`],
      rules: importRule(folder, folders.slice(0, position), folders.slice(position + 1)),
    })),
    { files: ["src/*.ts"], rules: importRule("*.ts", folders, []) },
  ],
});

function importRule(folder: string, above: string[], below: string[]): OxlintOverride["rules"] {
  const allowed = above.length === 0 ? "no other folder" : `only ${inSrc(above)}`;
  const forbidden = [...below.map((name) => `${name}/`), String.raw`(cli|index)\.ts$`];
  const paths = [
    { name: "node:process", message: `Use the global \`process\`, where it is allowed. ${howToChange}` },
    ...fences
      .filter((fence) => !fence.folders.includes(folder))
      .map((fence) => ({
        name: fence.name,
        message: `Only ${inSrc(fence.folders)} may import it. ${howToChange}`,
      })),
  ];
  const patterns = [
    {
      regex: String.raw`^(\.\./)+(${forbidden.join("|")})`,
      message: `src/${folder} may import ${allowed}. ${howToChange}`,
    },
    ...above.map((name) => ({
      group: [
        // Inside a folder `./lint/` is its own; only the files of src/ itself mean the stage.
        ...(folder === "*.ts" ? [`./${name}/**`] : []),
        `../${name}/**`,
        `../../${name}/**`,
        `!**/${name}/index.ts`,
        `!**/${name}/testing*.ts`,
      ],
      message: `Import src/${name} through its index.ts. ${howToChange}`,
    })),
  ];
  return { "no-restricted-imports": ["error", { paths, patterns }] };
}

function inSrc(names: string[]): string {
  return names.map((name) => `src/${name}`).join(", ");
}
