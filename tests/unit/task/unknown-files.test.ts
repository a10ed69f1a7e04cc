import { expect, test } from 'vitest';
import { filesSaidSaved, filesStepSaysSaved } from '../../../src/task/unknown-files.ts';

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

test.each<[string, boolean, string[]]>([
  ['The revenue is 206,400.11 € and is saved in total.csv.', true, ['total.csv']],
  ['Saved rows.tsv and the report in `report.md`.', true, ['rows.tsv', 'report.md']],
  ['The summary is in summary_de.csv.', true, ['summary_de.csv']],
  ['The table is now in the new file “q2.csv”.', true, ['q2.csv']],
  ['I saved the summary as summary.md.', false, ['summary.md']],
  ['- Saved the page to page.md', false, ['page.md']],
  ['The report has been written to report.md.', false, ['report.md']],
  ['已将行程保存到行程.md。', false, ['行程.md']],
  ['The settings are stored in settings.json.', false, []],
  ['A package.json is created by npm init.', false, []],
  ['The summary is in summary_de.csv.', false, []],
  ['The total is in total.csv, column 3.', true, []],
  ['The total is not in total.csv.', true, []],
  ['Should it be saved in total.csv?', true, []],
  ['Run this:\n```sh\n# saved in out.csv\n```', true, []],
  ['She said “I saved it as out.csv”.', true, []],
  ['Dear Ana,\nI saved the report as report.docx.', false, []],
  ['# Tool\nThe rows are saved in out.csv.', true, []],
])('R6.9 at a step’s end “%s” (a file tool was used: %s) says that these were saved: %j', (text, usedFiles, names) => {
  expect(filesStepSaysSaved(text, usedFiles)).toEqual(names);
});
