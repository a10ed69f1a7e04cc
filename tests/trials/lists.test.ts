/** What is shown by some hundred generated lists and files in the unit tests, over very many here. */
process.env.LISTS ??= '20000';
process.env.LINKS ??= '2000';
await import('../unit/formats/accounting.test.ts');
await import('../unit/formats/values-accounted.test.ts');
await import('../unit/formats/plan-link.test.ts');
export {};
