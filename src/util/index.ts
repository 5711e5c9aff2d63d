export { byteLength, canonicalText, decodeUtf8 } from "./canonical.ts";
export { commonBytes } from "./common-bytes.ts";
export { diffLibrary } from "./diff-library.ts";
export {
  compareText,
  defineFindings,
  type Finding,
  formatFinding,
  type Place,
  sortFindings,
} from "./finding.ts";
export { nearest, suggestion } from "./nearest.ts";
export { plainLine, plainText } from "./plain-text.ts";
export { makeHiddenFolder, makePrivateFolder } from "./private-folder.ts";
export { requireBeside } from "./require-beside.ts";
export { type Sha256, sha256, shortHash } from "./sha256.ts";
export { stableJson } from "./stable-json.ts";
export { isUserError, UserError } from "./user-error.ts";
export { writeFileAtomic, writePartsAtomic } from "./write-file.ts";
export { openParseCache, type ParseCache } from "./parse-cache.ts";
