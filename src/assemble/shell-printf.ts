/**
 * What `printf TEXT` of a POSIX shell prints when a prompt is passed as the format instead of as an argument: a
 * conversion without an argument prints an empty or zero value. It is here to show that fault, not to be relied on.
 */
export function shellPrintf(format: string): string {
  return format.replaceAll(
    /%([-+ 0#]*)(\d+)?(?:\.(\d+))?([%a-zA-Z])/g,
    (whole, flags: string, width: string, _p, type: string) => {
      if (type === "%") return "%";
      const value = "diouxX".includes(type) ? "0" : "csb".includes(type) ? "" : undefined;
      if (value === undefined) return whole;
      const size = Number(width ?? 0);
      if (flags.includes("-")) return value.padEnd(size);
      // A sign of nothing: a space flag puts a space before a number that has no sign.
      const signed = value !== "" && flags.includes(" ") ? ` ${value}` : value;
      return flags.includes("0") && value !== "" ? signed.padStart(size, "0") : signed.padStart(size);
    },
  );
}
