/** Values that vendors print in their own documentation, as other tools know them. */
const documented = ["sk_test_4eC39HqLyjWDarjtT1zdp7dc", "pk_test_TYooMQauvdEDq54NiTphI7jx"];

/** Whether a value is a documented example, or stands for one. */
export function isDocumented(value: string): boolean {
  return (
    documented.some((example) => value.includes(example)) ||
    /EXAMPLE|[Ee]xample(?:\.(?:com|org|net))?|(?:x{6}|X{6}|\*{4}|0{8}|1234567)|<[^>]{1,60}>|\$\{?\w|\byour[_-]?/.test(
      value,
    )
  );
}
