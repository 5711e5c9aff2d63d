import { describe, expect, test } from "vitest";
import { aLayerFile, assembleIn, loadDemo, type ProjectSpec, valid } from "./testing.ts";

// Design section 3, templating: once, only in layers that declare vars, with {{name}} only.

const core = "prompts/demo/core.md";

function demo(
  text: string,
  vars: string[] | undefined,
  spec: ProjectSpec & { stack?: object } = {},
): ProjectSpec {
  const layers = [
    { id: "core", tier: "core", source: { file: "core.md" }, ...(vars === undefined ? {} : { vars }) },
  ];
  return { ...spec, stack: { layers, ...spec.stack }, files: { [core]: aLayerFile(text), ...spec.files } };
}
const render = (...args: Parameters<typeof demo>) => assembleIn(valid(loadDemo(demo(...args)))).text;
const findings = (...args: Parameters<typeof demo>) =>
  loadDemo(demo(...args)).findings.map(({ kind, file, line }) => `${kind} ${file}:${line}`);

test("a declared variable is filled in wherever it stands", () => {
  expect(render("{{os}}, {{os}} and {{shell}}", ["os", "shell"])).toBe("linux/amd64, linux/amd64 and bash");
});

test("a variable that is not declared is an error at its line", () => {
  expect(findings("a\n{{os}}\n{{shell}}", ["os"])).toEqual([`undeclared-variable ${core}:6`]);
});

test("a variable that is declared and not used is an error of the stack", () => {
  expect(findings("{{os}}", ["os", "shell"])).toEqual(["unused-variable prompts/demo/stack.yaml:1"]);
});

test("a variable that does not exist is an error of the stack", () => {
  expect(findings("{{nothing}}", ["nothing"])).toEqual(["unknown-fact prompts/demo/stack.yaml:1"]);
});

test.each(["{{", "{{ }}", "{{a b}}", "{{{os}}}", "{{#if os}}", "{{os | upper}}", "{{ os.name }}"])(
  "%s in such a layer is an error",
  (text) => {
    expect(findings(`{{os}}\n${text}`, ["os"])).toContain(`literal-braces ${core}:5`);
  },
);

test.each(["{{os}}", "{{", "{{nothing}}", "{{ a b }}", "${{ secrets.T }}"])(
  "without vars, %s is text",
  (text) => {
    expect(render(text, undefined)).toBe(text);
  },
);

test("other braces and signs are text in every layer", () => {
  expect(render("{{os}} {x} {# y #} {% z %} }} $1 %s", ["os"])).toBe(
    "linux/amd64 {x} {# y #} {% z %} }} $1 %s",
  );
});

describe("values", () => {
  const input = { inputs: { note: { type: "text", default: "none" }, list: { type: "list", default: [] } } };
  const withNote = (note: string) => ({ stack: input, scenario: { values: { note } } });

  test.each(["{{os}}", "{{note}}", "$&", "$1", "$$", "{# y #}", "${{ secrets.T }}", "50% done", "%s", "\\n"])(
    "the value %s arrives as it is",
    (note) => {
      expect(render("[{{note}}] {{os}}", ["note", "os"], withNote(note))).toBe(`[${note}] linux/amd64`);
    },
  );

  test("an input that the scenario does not give has its default", () => {
    expect(render("{{note}}", ["note"], { stack: input })).toBe("none");
  });

  test("an input named like a method of every object is an input", () => {
    const stack = { inputs: { constructor: { type: "text", default: "none" } } };
    expect(render("{{constructor}}", ["constructor"], { stack })).toBe("none");
  });

  test("a case of a switch is filled in once: what it shows is not looked at again", () => {
    const vars = { state: { switch: "git_state", cases: { clean: "on {{git_branch}}" } } };
    const scenario = { git: { root: "/home/dev/shop", branch: "{{os}}" } };
    expect(render("{{state}}", ["state"], { stack: { vars }, scenario })).toBe("on {{os}}");
  });

  test("a state without a case is an error of the assembly", () => {
    const vars = { state: { switch: "git_state", cases: { none: "none" } } };
    const { diagnostics } = assembleIn(valid(loadDemo(demo("[{{state}}]", ["state"], { stack: { vars } }))));
    expect(diagnostics.map(({ kind, severity }) => [kind, severity])).toEqual([["no-case", "error"]]);
  });

  test("a list is joined as its variable says, and an empty one has its own text", () => {
    const vars = { servers: { join: "list", separator: " + ", empty: "nobody" } };
    const stack = { ...input, vars };
    expect(
      render("{{servers}}", ["servers"], { stack, scenario: { values: { list: ["a", "{{os}}"] } } }),
    ).toBe("a + {{os}}");
    expect(render("{{servers}}", ["servers"], { stack })).toBe("nobody");
  });

  // Otherwise the placeholder itself would be sent to the model, without a word.
  test("a list that no variable joins is refused in vars", () => {
    expect(findings("{{list}}", ["list"], { stack: input })).not.toEqual([]);
  });

  test.each([{ value: "toString" }, { value: "constructor" }])(
    "an input that is not declared is an error, whatever its name: %j",
    (source) => {
      const layers = [{ id: "core", tier: "core", source }];
      expect(loadDemo({ stack: { layers } }).findings.map(({ kind }) => kind)).toEqual(["unknown-input"]);
    },
  );

  test("a tool that is not declared is an error, whatever its name", () => {
    const stack = { profiles: { main: { tools: ["constructor"] } } };
    expect(loadDemo({ stack }).findings.map(({ kind }) => kind)).toEqual(["unknown-tool"]);
  });

  test("a pipeline that is not declared is an error, whatever its name", () => {
    const layers = [
      { id: "core", tier: "core", source: { file: "core.md" }, steps: [{ use: "constructor" }] },
    ];
    expect(loadDemo({ stack: { layers } }).findings.map(({ kind }) => kind)).toEqual(["unknown-pipeline"]);
  });
});
