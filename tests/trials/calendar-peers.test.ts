import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { icsUid } from '../../src/calendar/ics/ics-components.ts';
import { occurrencesIn } from '../../src/calendar/occurrences-in.ts';
import { readIcs } from '../../src/calendar/ics/read-ics.ts';
import { writeIcs } from '../../src/calendar/ics/write-ics.ts';
import { addDays } from '../../src/values/calendar-date.ts';
import type { CalendarEntry } from '../../src/records/calendar-entry.ts';
import { calendarArbitrary } from '../unit/calendar/entry-arbitrary.ts';
import { freePort } from './browser/support/free-port.ts';
import { missingCommands } from './browser/support/missing-commands.ts';
import { untilUp } from './browser/support/until-up.ts';

const count = Number(process.env.CALENDARS ?? 40);
const now = '2026-02-01T12:00:00.000Z';
const year = { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2027-01-01T00:00:00Z') };
const run = promisify(execFile);
const peers = missingCommands('khal', 'radicale');
if (peers.length > 0)
  process.stdout.write(
    `Not compared with other calendars: ${peers.join(' and ')} not installed (apt-get install khal radicale).\n`,
  );

/** The same calendars at each run. */
const calendars = fc.sample(calendarArbitrary('plain'), { numRuns: count, seed: 20_261_122 });
const files = calendars.map((entries) => writeIcs(entries, now));

describe.skipIf(peers.length > 0)(`${count} calendars of a year with summer time, in other calendars`, () => {
  const headers = {
    authorization: `Basic ${Buffer.from('cairn:').toString('base64')}`,
    'content-type': 'text/calendar; charset=utf-8',
  };
  let folder = '';
  let address = '';
  let server: ChildProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-calendars-'));
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    server = spawn(
      'radicale',
      [
        '--config',
        '',
        `--storage-filesystem-folder=${folder}/radicale`,
        `--server-hosts=127.0.0.1:${port}`,
        '--auth-type=none',
      ],
      { stdio: 'ignore' },
    );
    await untilUp(address);
  }, 60_000);

  afterAll(async () => {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  test('radicale takes all of them, and gives them back the same', async () => {
    const known = (entries: CalendarEntry[]) =>
      entries
        .map(({ title, start, end, all_day, zone, place, notes, reminder, repeat, except, replaces }) =>
          JSON.stringify([
            title,
            start,
            end,
            all_day,
            all_day || zone,
            place,
            notes,
            reminder,
            repeat,
            except,
            replaces?.start,
          ]),
        )
        .sort();
    for (const [at, file] of files.entries()) {
      const put = await fetch(`${address}/cairn/c${at}/`, { method: 'PUT', headers, body: file });
      expect(put.status, file).toBe(201);
      const text = await (await fetch(`${address}/cairn/c${at}/`, { headers })).text();
      let next = 0;
      const back = readIcs(text, { zone: 'UTC', stored: [], now, newId: () => String((next += 1)), untitled: '-' });
      if (!back.ok) throw new Error(JSON.stringify(back.error));
      expect(known(back.rows)).toEqual(known(calendars[at] ?? []));
    }
  }, 300_000);

  test('khal finds the same occurrences', async () => {
    const stored = join(folder, 'radicale', 'collection-root', 'cairn');
    expect(await readdir(stored)).toHaveLength(count);
    const sections = files.map((_, at) => `[[c${at}]]\npath = ${stored}/c${at}\nreadonly = True`);
    const locale = [
      'timeformat = %H:%M',
      'dateformat = %m-%d',
      'longdateformat = %Y-%m-%d',
      'datetimeformat = %m-%d %H:%M',
      'longdatetimeformat = %Y-%m-%dT%H:%M',
    ];
    const config = join(folder, 'khal.conf');
    const zones = ['local_timezone = UTC', 'default_timezone = UTC'];
    await writeFile(
      config,
      ['[calendars]', ...sections, '[sqlite]', `path = ${folder}/khal.db`, '[locale]', ...locale, ...zones, ''].join(
        '\n',
      ),
    );
    await mkdir(join(folder, 'cache'), { recursive: true });
    const args = [
      '-c',
      config,
      'list',
      '--notstarted',
      '--day-format',
      '',
      '--format',
      '{calendar} {uid} {start-long-full} {end-long-full}',
      '2026-01-01',
      '364d',
    ];
    const { stdout } = await run('khal', args, {
      maxBuffer: 1e9,
      env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), LC_ALL: 'C.UTF-8' },
    });
    const theirs = new Set(stdout.split('\n').filter(Boolean));
    const own = new Set(calendars.flatMap((entries, at) => occurrencesOf(entries).map((line) => `c${at} ${line}`)));
    const missing = [...own].filter((line) => !theirs.has(line));
    const more = [...theirs].filter((line) => !own.has(line));
    process.stdout.write(
      `${count} calendars, ${calendars.flat().length} entries, ${own.size} occurrences; khal: ${theirs.size}.\n`,
    );
    expect({ missing: missing.slice(0, 20), more: more.slice(0, 20) }).toEqual({ missing: [], more: [] });
  }, 600_000);
});

/** As khal writes them: in UTC to the minute, whole days as midnight. */
function occurrencesOf(entries: CalendarEntry[]): string[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  /** Of the 364 days that khal is asked for. */
  const last = addDays('2026-01-01', 363);
  return occurrencesIn(entries, year).flatMap(({ entry, stored }) => {
    const main = stored.replaces ? byId.get(stored.replaces.entry) : stored;
    const shown = (time: string) => (entry.all_day ? `${time}T00:00` : time.slice(0, 16));
    if (entry.start < '2026-01-01' || entry.start.slice(0, 10) > last) return [];
    return [`${icsUid(main ?? stored)} ${shown(entry.start)} ${shown(entry.end)}`];
  });
}
