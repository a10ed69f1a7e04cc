import { expect, test } from 'vitest';
import { inertHtml } from '../../../src/tools/fetch/readable-page.ts';

test.each([
  ['<p onclick="x()">a</p>', '<p data-onclick="x()">a</p>'],
  ['<IMG SRC=x OnError=x()>', '<IMG SRC=x data-OnError=x()>'],
  ["<svg/onload='x()'/>", "<svg/data-onload='x()'/>"],
  ['<a href=x title="on top=1" onfocus\n=\nx() id=y>', '<a href=x title="on top=1" data-onfocus\n=\nx() id=y>'],
  ['<a b="<i onclick=x>" onblur=y>', '<a b="<i onclick=x>" data-onblur=y>'],
  ['<base href="/a/"><BASE target=x>', '<meta data-base href="/a/"><meta data-base target=x>'],
  ['text onclick=1 &lt;b onclick="x"&gt;', 'text onclick=1 &lt;b onclick="x"&gt;'],
  ['<p once="1">1 < 2 and 3 > 2</p>', '<p data-once="1">1 < 2 and 3 > 2</p>'],
  ['<p STYLE="a" data-own-style=b>', '<p data-own-style="a" data-data-own-style=b>'],
  ['<style media=x>p{}</style><noframes>a</NOFRAMES>', '<noframes media=x>p{}</noframes><no-frames>a</no-frames>'],
  ['<basefont><based>', '<basefont><based>'],
  ['<b onclick="never closed', '<b data-onclick="never closed'],
  ['', ''],
])('R13.2 handlers, styles and the base of %s are parsed as something else', (html, expected) => {
  expect(inertHtml(html)).toBe(expected);
});

test('R13.2 markup made to be slow is read in time', () => {
  for (const part of ['<a ', '<a b="', '<a b=\'"', '<', '<a onclick', '<a b=c '])
    expect(inertHtml(part.repeat(300_000)).length).toBeGreaterThan(1000);
}, 5000);
