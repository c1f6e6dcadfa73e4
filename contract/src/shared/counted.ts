/** 1234 as '1,234'. */
export function inNumbers(value: number): string {
  return value.toLocaleString('en-US');
}

/** '1 request', '2 requests', '1,234 requests'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inNumbers(count)} ${count === 1 ? one : many}`;
}
