import { expect, test } from 'vitest';
import { filesSaidSaved } from '../../../src/task/unknown-files.ts';

test.each<[string, string[]]>([
  ['I saved the summary as summary.md.', ['summary.md']],
  ['Everything was written to “trip.csv” and budget.xlsx.', ['trip.csv', 'budget.xlsx']],
  ['已将行程保存到行程.md。', ['行程.md']],
  ['结果写入了 汇总.csv，请查看。', ['汇总.csv']],
  ['Das Ergebnis: stored in ergebnis.csv.', ['ergebnis.csv']],
  ['行程写进了 行程.ics，可以导入日历。', ['行程.ics']],
  ['已导出数据.csv。', ['数据.csv']],
  ['Create a package.json and put the scripts there.', []],
  ['You can put your notes in todo.md yourself.', []],
  ['The notes can be stored in todo.md.', []],
  ['I could not save report.pdf.', []],
  ['The table wasn’t written to report.pdf.', []],
  ['没有保存 report.pdf。', []],
  ['report.pdf 未保存到了磁盘。', []],
  ['请将已保存的内容放入 report.pdf。', []],
  ['数据放在 data.csv 中分析即可', []],
  ['I saved it as Report.MD.', ['Report.MD']],
  ['It is stored in Trip plan.md.', ['plan.md']],
  ['A robots.txt tells crawlers what to leave out.', []],
  ['The table was created from https://example.org/data.csv.', []],
  ['The site runs on Node.js; nothing was saved.', []],
  ['I created three to-dos. See notes.txt for more.', []],
])('R8.6 “%s” says that these files were written: %j', (text, names) => {
  expect(filesSaidSaved(text)).toEqual(names);
});
