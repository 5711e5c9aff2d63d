import { expect, test } from "vitest";
import { recordedPath } from "./recorded-path.ts";

const roots = { workspace: "/home/ann/shop", home: "/home/ann", managed: "/etc" };

test.each([
  ["NOTES.md", "NOTES.md"],
  ["~/x/ME.md", "~/x/ME.md"],
  ["/home/ann/shop/docs/a.md", "docs/a.md"],
  ["/home/ann/.config/a.md", "~/.config/a.md"],
  ["/home/ann/shopping/a.md", "~/shopping/a.md"],
  ["/etc/agent/a.md", "/etc/agent/a.md"],
  ["/home/annabel/a.md", "…/a.md"],
  ["/srv/secret-customer/a.md", "…/a.md"],
])("%s is recorded as %s", (path, shown) => expect(recordedPath(path, roots)).toBe(shown));
