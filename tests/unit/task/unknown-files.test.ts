import { expect, test } from 'vitest';
import { unknownFilesIn } from '../../../src/task/unknown-files.ts';

test.each<[string, string[]]>([
  ['I saved the summary as summary.md.', ['summary.md']],
  ['Everything was written to “trip.csv” and budget.xlsx.', ['trip.csv', 'budget.xlsx']],
  ['已将行程保存到行程.md。', ['行程.md']],
  ['结果写入了 汇总.csv，请查看。', ['汇总.csv']],
  ['I saved report.md.', []],
  ['I saved it as Report.MD.', []],
  ['It is stored in Trip plan.md.', []],
  ['已生成旅行 计划.md。', []],
  ['A robots.txt tells crawlers what to leave out.', []],
  ['The table was created from https://example.org/data.csv.', []],
  ['The site runs on Node.js; nothing was saved.', []],
  ['I created three to-dos. See notes.txt for more.', []],
])('R8.6 of the files that “%s” says were written, unknown are %j', (text, names) => {
  expect(unknownFilesIn(text, ['report.md', 'Trip plan.md', '旅行 计划.md'])).toEqual(names);
});
