import { expect, test } from "vitest";
import { escapeScript, markup, trustedMarkup } from "./markup.ts";

test("what is put in is text, what was markup stays markup", () => {
  const item = markup`<b>${'<img src="x" onerror=alert(1)>'}</b>`;
  expect(markup`<p title='${"'&"}'>${[item, trustedMarkup("<hr>")]} ${0}</p>`.text).toBe(
    "<p title='&#39;&amp;'><b>&lt;img src=&quot;x&quot; onerror=alert(1)&gt;</b><hr> 0</p>",
  );
});

test("controls are taken out, lines stay", () => {
  expect(markup`${"a\u0000\u001b[31mb\nc\u202e"}`.text).toBe("ab\nc");
});

test("a script cannot end its element and means the same", () => {
  // oxlint-disable-next-line no-useless-concat -- this file is read by tools that look for the tag too
  const source = 'return ["</script>", `</SCRIPT >`, "<!--", /<\\/script|<!--/u.source.length]';
  const escaped = escapeScript(source);
  expect(escaped).not.toMatch(/<\/script|<!--/i);
  // oxlint-disable-next-line no-new-func -- the meaning of a script is what it does
  const run = (body: string) => (new Function(body) as () => unknown[])();
  expect(run(escaped).slice(0, 3)).toEqual(run(source).slice(0, 3));
});
