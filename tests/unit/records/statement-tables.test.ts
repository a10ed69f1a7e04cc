import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows, csvTable, readCsv, tableRows } from '../../../src/records/tables.ts';

interface Statement {
  text: string;
  /** How many lines stand above the table. */
  above: number;
  columns: number;
  /** Some cells of the first row. */
  first: Record<string, string>;
  rows: number;
}

const sparkasse = `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Info"
"DE02120300000000202051";"02.11.26";"02.11.26";"FOLGELASTSCHRIFT";"Abschlag 11/26, Kundennr. 4711; Strom";"Stadtwerke";"-1.234,57";"EUR";"Umsatz gebucht"
"DE02120300000000202051";"03.11.26";"03.11.26";"GUTSCHR. UEBERWEISUNG";"RE 101";"Müller & Söhne KG";"2.380,00";"EUR";"Umsatz gebucht"
`;

const dkbOld = `"Kontonummer:";"DE02120300000000202051 / Girokonto";

"Von:";"01.11.2026";
"Bis:";"30.11.2026";
"Kontostand vom 30.11.2026:";"1.234,56 EUR";

"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz";
"02.11.2026";"02.11.2026";"Lastschrift";"Stadtwerke";"Abschlag";"DE12";"12030000";"-49,99";"DE98ZZZ";"M-1";"";
`;

const dkbNew = `"Girokonto";"DE02120300000000202051"
"Kontostand vom 30.11.2026:";"1.234,56 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID"
"30.11.26";"30.11.26";"Gebucht";"Sabine Möller";"Bäckerei";"Brezel, Kaffee";"Ausgang";"DE12";"-15,1";""
"02.11.26";"02.11.26";"Gebucht";"Müller & Söhne KG";"Sabine Möller";"RE 101";"Eingang";"DE13";"2.380";""
`;

const ing = `Umsatzanzeige;Datei erstellt am: 30.11.2026 10:00

IBAN;DE02 5001 0517 0000 2020 51
Kontoname;Girokonto Extra
Bank;ING
Kunde;Sabine Möller
Zeitraum;01.11.2026 - 30.11.2026
Saldo;1.234,57;EUR

Sortierung;Datum absteigend

In der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden nicht aufgenommen, auch wenn sie in Ihrem Internetbanking angezeigt werden.

Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
03.11.2026;03.11.2026;Bäckerei;Lastschrift;Brezel, Kaffee;1.234,57;EUR;-15,10;EUR
02.11.2026;02.11.2026;Müller & Söhne KG;Gutschrift;RE 101;1.249,67;EUR;2.380,00;EUR
`;

const paypal = `\ufeff"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Entgelt","Netto"
"02.11.2026","10:13:05","CET","Möller, Sabine","Allgemeine Zahlung","Abgeschlossen","EUR","-1.234,57","0,00","-1.234,57"
`;

const revolut = `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2026-11-02 10:13:05,2026-11-03 09:00:00,Bakery,-15.10,0.00,EUR,COMPLETED,1234.57
TOPUP,Current,2026-11-02 10:13:05,,"Top-up by *1234",100.00,0.00,EUR,PENDING,
`;

const bankOfAmerica = `Description,,Summary Amt.
Beginning balance as of 11/01/2026,,"1,000.00"
Total credits,,"2,380.00"
Total debits,,"-15.10"
Ending balance as of 11/30/2026,,"3,364.90"

Date,Description,Amount,Running Bal.
11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"
11/02/2026,"BAKERY, NEW YORK",-15.10,"984.90"
11/03/2026,"PAYROLL","2,380.00","3,364.90"
`;

const chase = `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
DEBIT,11/02/2026,"BAKERY",-15.10,DEBIT_CARD,984.90,,
CREDIT,11/03/2026,"PAYROLL",2380.00,ACH_CREDIT,3364.90,,
`;

const alipay = `------------------------------------------------------------------------------------
导出信息：
姓名：张三
支付宝账户：zhang@example.com
起始时间：[2026-11-01 00:00:00]    终止时间：[2026-11-30 23:59:59]
导出交易类型：[全部]
导出时间：[2026-11-30 10:13:05]
共2笔记录
收入：1笔 100.00元
支出：1笔 15.10元
不计收支：0笔 0.00元

特别提示：
1.本回单内容可表明支付宝受理了相应支付交易申请,如遇退款等情况,请以实际为准；
2.支付宝快捷支付等非余额支付方式可能既产生支付宝交易也同步产生银行交易，因此请勿使用本回单进行重复记账；
3.本回单如经任何涂改、编造，均立即失去效力；

------------------------支付宝（中国）网络技术有限公司  电子客户回单------------------------
交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,
2026-11-02 10:13:05,餐饮美食,面包店,/,早餐,支出,15.10,余额宝,交易成功,2026110222001\t,T200P1\t,,
2026-11-03 09:00:00,转账红包,李四,li***@example.com,转账,收入,100.00,,交易成功,2026110322002\t,\t,,
`;

const alipayOld = `支付宝交易记录明细查询
账号:[zhang@example.com]
起始日期:[2026-11-01 00:00:00]    终止日期:[2026-11-30 00:00:00]
---------------------------------交易记录明细列表------------------------------------
交易号                  ,商家订单号               ,交易创建时间              ,交易对方            ,商品名称                ,金额（元）   ,收/支     ,交易状态    ,
2026110222001\t,T200P1\t,2026-11-02 10:13:05 ,面包店 ,早餐 ,15.10   ,支出        ,交易成功    ,
2026110322002\t,\t,2026-11-03 09:00:00 ,李四 ,转账 ,100.00  ,收入        ,交易成功    ,
------------------------------------------------------------------------------------
共2笔记录
已收入:1笔,100.00元
已支出:1笔,15.10元
导出时间:[2026-11-30 10:13:05]    用户:张三
`;

const wechat = `微信支付账单明细,,,,,,,,
微信昵称：[张三],,,,,,,,
起始时间：[2026-11-01 00:00:00] 终止时间：[2026-11-30 23:59:59],,,,,,,,
导出类型：[全部],,,,,,,,
导出时间：[2026-11-30 10:13:05],,,,,,,,
,,,,,,,,
共1笔记录,,,,,,,,
收入：0笔 0.00元,,,,,,,,
支出：1笔 15.10元,,,,,,,,
注：,,,,,,,,
1. 充值/提现/理财通购买/零钱通存取/信用卡还款等交易，将计入中性交易,,,,,,,,
,,,,,,,,
----------------------微信支付账单明细列表--------------------,,,,,,,,
交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注
2026-11-02 10:13:05,商户消费,面包店,"早餐",支出,¥15.10,零钱,支付成功,"1000039801\t","T200P1\t","/"
`;

const fromFinding = `"Kontonummer:";"DE02120300000000202051";"Girokonto"
"Von:";"01.11.2026"
"Bis:";"30.11.2026"
"Kontostand:";"1.234,56 EUR"

"Buchungstag";"Valuta";"Empfänger";"Verwendungszweck";"Betrag"
"02.11.2026";"02.11.2026";"Müller & Söhne KG";"Rechnung 101";"2.380,00"
`;

const excelPadded = `Umsatz 2026;;;;
;;;;
Monat;Nord;Süd;West;Ost
Januar;1,5;2;3;4
Februar;1;2;3,5;4
`;

test.each<[string, Statement]>([
  ['Sparkasse', { text: sparkasse, above: 0, columns: 9, rows: 2, first: { Betrag: '-1.234,57' } }],
  ['DKB, before 2023', { text: dkbOld, above: 4, columns: 12, rows: 1, first: { 'Betrag (EUR)': '-49,99' } }],
  ['DKB', { text: dkbNew, above: 2, columns: 10, rows: 2, first: { 'Betrag (€)': '-15,1', IBAN: 'DE12' } }],
  ['ING', { text: ing, above: 9, columns: 9, rows: 2, first: { Betrag: '-15,10', 'Währung 2': 'EUR' } }],
  ['PayPal', { text: paypal, above: 0, columns: 10, rows: 1, first: { Brutto: '-1.234,57' } }],
  ['Revolut', { text: revolut, above: 0, columns: 10, rows: 2, first: { Amount: '-15.10' } }],
  ['Bank of America', { text: bankOfAmerica, above: 5, columns: 4, rows: 3, first: { 'Running Bal.': '1,000.00' } }],
  ['Chase', { text: chase, above: 0, columns: 7, rows: 2, first: { Balance: '984.90' } }],
  ['Alipay', { text: alipay, above: 16, columns: 13, rows: 2, first: { 金额: '15.10', 商家订单号: 'T200P1' } }],
  ['Alipay, before 2021', { text: alipayOld, above: 4, columns: 9, rows: 7, first: { '金额（元）': '15.10' } }],
  ['WeChat', { text: wechat, above: 11, columns: 11, rows: 1, first: { '金额(元)': '¥15.10' } }],
  ['lines of up to three cells', { text: fromFinding, above: 4, columns: 5, rows: 1, first: { Betrag: '2.380,00' } }],
  ['a title padded by Excel', { text: excelPadded, above: 1, columns: 5, rows: 2, first: { Nord: '1,5', Ost: '4' } }],
  [
    'a title with commas',
    {
      text: 'Umsatzanzeige, Girokonto Extra, Stand 30.11.2026\n\nBuchung;Empfänger;Zweck;Betrag;Währung\n03.11.2026;Bäckerei;Brezel, Kaffee;-15,10;EUR\n04.11.2026;Café;Kuchen, Tee;-12,00;EUR\n',
      above: 1,
      columns: 5,
      rows: 2,
      first: { Zweck: 'Brezel, Kaffee', Betrag: '-15,10' },
    },
  ],
  [
    'a title of one word',
    {
      text: 'Umsatzanzeige\nBuchung;Empfänger;Zweck;Betrag;Währung\n02.11.2026;Müller & Söhne;Rechnung 101;2.380,00;EUR\n',
      above: 1,
      columns: 5,
      rows: 1,
      first: { Betrag: '2.380,00', Währung: 'EUR' },
    },
  ],
  [
    'a title above years',
    {
      text: 'GDP by year\nSource: WB\nLand,2023,2024\nDE,1,2\nFR,3,4\n',
      above: 2,
      columns: 3,
      rows: 2,
      first: { Land: 'DE', '2024': '2' },
    },
  ],
  [
    'groups of columns below a title',
    {
      text: 'Budget 2026,,,,,\n,,Plan,,Actual,\nCost centre,Name,Jan,Feb,Jan,Feb\n4711,IT,1,2,3,4\n4712,Fac,3,4,5,6\n',
      above: 2,
      columns: 6,
      rows: 2,
      first: { 'Cost centre': '4711', Feb: '2', 'Jan 2': '3' },
    },
  ],
  [
    'groups of columns below a title and a line, with columns that are in none',
    {
      text: 'Budget 2026 – Q1,,,,,,,,\n"Status: approved 12.11.2025",,,,,,,,\n,,,Plan,,,Actual,,\nCost centre,Name,Line,Jan,Feb,Mar,Total,Share,Booked on\n4711,IT,Salaries,1,2,3,6,0.1,2026-03-28\n4711 Total,,,1,2,3,6,,\n\n* Rent incl. index adjustment 2.1 %,,,,,,,,\n',
      above: 3,
      columns: 9,
      rows: 3,
      first: { 'Cost centre': '4711', Total: '6', 'Booked on': '2026-03-28' },
    },
  ],
  [
    'groups of columns alone',
    {
      text: ';;Plan;;Ist;\nKostenstelle;Name;Jan;Feb;Jan;Feb\n4711;IT;1,5;2;3;4\n4712;Fac;3;4;5;6\n',
      above: 1,
      columns: 6,
      rows: 2,
      first: { Kostenstelle: '4711', Jan: '1,5', 'Feb 2': '4' },
    },
  ],
  [
    'one group, far to the right',
    {
      text: 'Budget\n,,,,Plan,\nCost centre,Name,Line,Code,Jan,Feb\n4711,IT,Rent,a,3,4\n4712,Fac,Rent,b,5,6\n',
      above: 2,
      columns: 6,
      rows: 2,
      first: { 'Cost centre': '4711', Feb: '4' },
    },
  ],
  [
    'groups that are years',
    {
      text: ',2025,,2026,\nRegion,Plan,Actual,Plan,Actual\nNorth,1,2,3,4\nSouth,3,4,5,6\n',
      above: 1,
      columns: 5,
      rows: 2,
      first: { Region: 'North', 'Actual 2': '4' },
    },
  ],
  [
    'a title above words alone',
    {
      text: 'Members\n\nName,City,Job\nAnna,Bonn,Chef\nBea,Köln,Nurse\n',
      above: 1,
      columns: 3,
      rows: 2,
      first: { City: 'Bonn' },
    },
  ],
])('R9.3 the table in an export is found, with no cell lost: %s', (_, { text, above, columns, first, rows }) => {
  const table = csvTable(text);
  const read = readCsv(text);
  expect(table.above).toHaveLength(above);
  expect(table.rows[0]).toHaveLength(columns);
  expect(read.rows).toHaveLength(rows);
  expect(read.rows[0]).toMatchObject(first);
  expect(Object.keys(read.rows[0] ?? {})).toHaveLength(columns);
  expect(read.remarks.some((remark) => remark.includes('above the table'))).toBe(above > 0);
});

test.each<[string, string, Record<string, string>[], RegExp | null]>([
  [
    'a row with more cells than the header',
    'name,tags\nAnna,x,y,\nBea,z\n',
    [
      { name: 'Anna', tags: 'x', 'column 3': 'y' },
      { name: 'Bea', tags: 'z' },
    ],
    /^1 row has more cells than the header: column 3 holds/,
  ],
  [
    'all rows with more cells than the header, as R writes them',
    'name\tn\n1\tAnna\t5\n2\tBea\t6\n',
    [
      { name: '1', n: 'Anna', 'column 3': '5' },
      { name: '2', n: 'Bea', 'column 3': '6' },
    ],
    /^2 rows have more cells/,
  ],
  [
    'a column of the same name as one without a name',
    'a,column 3\n1,2,3\n',
    [{ a: '1', 'column 3': '2', 'column 3 2': '3' }],
    /more cells/,
  ],
  [
    'a short first row',
    'name,city,n\nAnna\nBea,Bonn,5\nCy,Köln,6\n',
    [
      { name: 'Anna', city: '', n: '' },
      { name: 'Bea', city: 'Bonn', n: '5' },
      { name: 'Cy', city: 'Köln', n: '6' },
    ],
    null,
  ],
  [
    'names that end early',
    'name,city,\nAnna,Bonn,Chef\nBea,Köln,12\n',
    [
      { name: 'Anna', city: 'Bonn', '': 'Chef' },
      { name: 'Bea', city: 'Köln', '': '12' },
    ],
    null,
  ],
  [
    'a total below',
    'item;amount\nbread;2,50\nSumme;2,50\n',
    [
      { item: 'bread', amount: '2,50' },
      { item: 'Summe', amount: '2,50' },
    ],
    null,
  ],
  [
    'a note below',
    'item;city;amount\nbread;Bonn;2,50\nAll amounts with tax, as of today\n',
    [
      { item: 'bread', city: 'Bonn', amount: '2,50' },
      { item: 'All amounts with tax, as of today', city: '', amount: '' },
    ],
    /^The last row has one cell each, such as “All amounts/,
  ],
  [
    'cells over several lines',
    'Konto;1\nBuchung;Zweck;Betrag\n02.11.2026;"Strom\nGas; Wasser\n";1,50\n',
    [{ Buchung: '02.11.2026', Zweck: 'Strom\nGas; Wasser', Betrag: '1,50' }],
    /^1 line above the table is not among the rows: “Konto 1”\.$/,
  ],
  ['one column of decimals', 'Werte\n1,5\n2,25\n', [{ Werte: '1,5' }, { Werte: '2,25' }], /^It was read as one column/],
  [
    'one column of sentences',
    'To do\nCall Anna, Ben\nBuy milk, bread, eggs\n',
    [{ 'To do': 'Call Anna, Ben' }, { 'To do': 'Buy milk, bread, eggs' }],
    /^It was read as one column/,
  ],
  ['one column', 'Name\nAnna\nBea\n', [{ Name: 'Anna' }, { Name: 'Bea' }], null],
  [
    'a decimal comma that is not quoted',
    'name,price\nbread,2,50\nmilk,1\n',
    [
      { name: 'bread', price: '2', 'column 3': '50' },
      { name: 'milk', price: '1' },
    ],
    /more cells/,
  ],
])('R9.3 every cell is kept, and what is odd is said: %s', (_, text, rows, remark) => {
  const read = readCsv(text);
  expect(read.rows).toEqual(rows);
  if (remark === null) expect(read.remarks).toEqual([]);
  else expect(read.remarks).toEqual([expect.stringMatching(remark)]);
});

const contacts = (last: number) => Array.from({ length: last }, (_item, at) => `P${at},555-10${at}\n`).join('');

test.each<[string, string, string, string[], number]>([
  [
    'a first row that is too long',
    'Datum;Text;Betrag\n01.02.2026;Rewe;1,50;storniert\n02.02.2026;Aldi;2,50\n03.02.2026;Lidl;3,20\n',
    ';',
    ['Datum', 'Text', 'Betrag'],
    3,
  ],
  ['a first row of two that is too long', 'Ort;Preis\nBonn;9,02;Barzahlung\nKöln;73,17\n', ';', ['Ort', 'Preis'], 2],
  ['a row that is too long, between bars', 'city|price\n26.05|9,02|extra\n41.93|73,17\n', '|', ['city', 'price'], 2],
  [
    'a column of lists',
    'movieId,title,genres\n1,Toy Story,Adventure|Animation|Children\n2,Heat,Action|Crime|Thriller\n3,Crying, Laughing,Drama|Comedy|War\n',
    ',',
    ['movieId', 'title', 'genres'],
    3,
  ],
  ['lists and commas at the end', 'id,name,tags\n1,Anna,a;b;c,\n2,Bob,d;e;f,\n', ',', ['id', 'name', 'tags'], 2],
  [
    'lists, a blank line and a number as a name',
    '20250,type,note\n\na,206,red|Anna|House\nb,420,red|Bonn|done\n',
    ',',
    ['20250', 'type', 'note'],
    2,
  ],
  ['prose in its cells', `n,text\n${'0,ok; fine; thanks\n'.repeat(30)}1,good, fine\n`, ',', ['n', 'text'], 31],
  ['longer rows below', 'Team,Player\nRed,Anna,captain\nRed,Bob,12\nBlue,Cy,13\n', ',', ['Team', 'Player'], 3],
  [
    'longer rows below those with dates',
    'date,item\n2024-01-01,milk\n2024-01-02,bread\nparty,cake,candles\nparty,juice,12\nparty,cups,30\n',
    ',',
    ['date', 'item'],
    5,
  ],
  [
    'longer rows below many',
    `Name,Tel\n${contacts(8)}Anna,Büro,Berlin\nBob,Büro,5551\nCy,Heim,5552\n`,
    ',',
    ['Name', 'Tel'],
    11,
  ],
  [
    'a second table',
    'step,what\n1,mix\n2,bake\n\ningredient,amount,unit\nflour,200,g\nsugar,100,g\n',
    ',',
    ['step', 'what'],
    5,
  ],
  [
    'a longer second table',
    `step,what\n1,mix\n2,bake\n\ningredient,amount,unit\n${'flour,200,g\n'.repeat(20)}`,
    ',',
    ['step', 'what'],
    23,
  ],
  [
    'a second table of the same names',
    `name,qty\n${contacts(9)}\n\nname,qty,price\nz,1,2\nw,2,3\n`,
    ',',
    ['name', 'qty'],
    12,
  ],
  ['columns without names', ',,Plan,,Actual,\n4711,IT,1,2,3,4\n4712,Fac,3,4,5,6\n', ',', ['Plan', 'Actual'], 2],
  ['a name above the numbers alone', ',,,n\na,b,c,-\nd,e,f,5\na,e,f,6\n', ',', ['n'], 3],
  ['a name above one of two columns', ',n\na,none\nb,5\nc,6\n', ',', ['n'], 3],
  [
    'columns without names over words',
    ',Name,,,City,\na,Anna,x,y,Bonn,z\nb,Bea,x,w,Köln,z\nc,Cy,x,y,Bonn,z\n',
    ',',
    ['Name', 'City'],
    3,
  ],
  [
    'two rows of names',
    'Person,Contact\nName,Phone,Mail\nAl,5551234,a@x\nBo,5551235,b@x\n',
    ',',
    ['Person', 'Contact'],
    3,
  ],
  ['one column of lists', 'Keywords\nred; fast; new\nblue; slow; old\n', ',', ['Keywords'], 2],
  ['one column with bars', 'Breadcrumb\nHome | Shop | Shoes\nHome | Shop | Hats\n', ',', ['Breadcrumb'], 2],
  ['one column with tabs', 'Chat\nAl\thi\tthere\nBo\tyo\tman\n', ',', ['Chat'], 2],
  ['one column below a blank line', 'Zutaten\n\nMehl, Zucker, Salz\nEier, Milch, Butter\n', ',', ['Zutaten'], 2],
  ['one column with numbers', 'Keywords\nred, fast, new\nblue, slow, 5\nx, y, 6\n', ',', ['Keywords'], 3],
  ['one column with a number in each line', 'Item\nMilk, fresh\nEggs, 12\nBread, 3\n', ',', ['Item'], 3],
])('R9.3 the first row is the header: %s', (_, text, separator, head, rows) => {
  const table = csvTable(text);
  expect(table).toMatchObject({ separator, above: [] });
  expect(table.rows[0]?.filter((name) => name !== '')).toEqual(head);
  expect(table.rows).toHaveLength(rows + 1);
});

describe('R9.3 well-formed tables', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '1', '1,5', '1.234,57', '02.11.2026', 'a;b', 'x, y', 'two\nlines', 'say "so"', 'Anna', '¥3'),
    fc.string({ maxLength: 8 }).filter((text) => !/[\r\u0000]/.test(text)),
  );
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  test('are read whole from their first row on, whatever their cells are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(',', ';', '\t', '|'),
        fc
          .integer({ min: 2, max: 6 })
          .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 })),
        (separator, body) => {
          const width = body[0]?.length ?? 2;
          const head = Array.from({ length: width }, (_item, at) => `name${at}`);
          const rows = body.filter((row) => row.some((text) => text.trim() !== ''));
          const text = [head, ...rows].map((row) => `${row.map(quoted).join(separator)}\n`).join('');
          expect(csvTable(text)).toMatchObject({ separator, above: [], rows: [head, ...rows], isOneColumn: false });
          expect(readCsv(text)).toEqual({
            rows: rows.map((row) => Object.fromEntries(row.map((value, at) => [`name${at}`, value.trim()]))),
            remarks: [],
          });
        },
      ),
    );
  });

  test('keep every cell of every row when they are ragged', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }), (all) => {
        const rows = all.filter((row) => row.some((text) => text.trim() !== ''));
        const { above, rows: table } = csvTable(rows.map((row) => `${row.map(quoted).join(';')}\n`).join(''));
        const letters = (cells: string[][]) =>
          cells
            .flat()
            .join('')
            .replace(/[^\p{L}\p{N}]/gu, '').length;
        const read = [...above, table[0] ?? [], ...tableRows(table).map((row) => Object.values(row))];
        expect(letters(read)).toBe(letters(rows));
      }),
    );
  });
});

test('R9.3 a wide row among thousands of short ones does not widen them all', () => {
  const text = `a;b\n${'1;2\n'.repeat(3000)}${'x;'.repeat(3000)}y\n`;
  const rows = readCsv(text).rows;
  expect(rows[0]).toEqual({ a: '1', b: '2' });
  expect(Object.keys(rows.at(-1) ?? {})).toHaveLength(3001);
  expect(csvRows(text)).toHaveLength(3002);
});
