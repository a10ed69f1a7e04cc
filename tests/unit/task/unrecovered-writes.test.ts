import { describe, expect, test } from 'vitest';
import { reasonForDoubt } from '../../../src/task/missing-at-end.ts';
import { unrecoveredFailedWrites } from '../../../src/task/unrecovered-writes.ts';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { formatReasonSentence } from '../../../src/task/reason-words.ts';
import {
  toolError,
  toolSuccess,
  type FailureCause,
  type ToolError,
  type WrittenRowRecord,
} from '../../../src/task/tool-result.ts';
import type { CallTurn, StepRound } from '../../../src/task/transcript.ts';

type Input = Record<string, unknown>;
interface Try {
  tool: string;
  input: Input;
  ok: boolean;
  failure?: ToolError['code'];
  cause?: FailureCause;
  id?: string;
  text?: string;
  reads?: boolean;
}

const no = (tool: string, input: Input, failure: ToolError['code'] = 'invalid_input'): Try => ({
  ...{ tool, input, ok: false, failure },
});
const yes = (tool: string, input: Input, more: Partial<Try> = {}): Try => ({ tool, input, ok: true, ...more });
/** A write of a file that would not open, refused as the tool refuses it. */
const refused = (name: string, instead: string): Try => ({
  ...no('files', { action: 'write', name, content: 'a' }),
  ...{
    cause: { failure: 'text_only', name },
    text: `“${name}” would not open, since only text can be written; take ${instead}`,
  },
});
const wrote = (name: string): Try => yes('files', { action: 'write', name, content: 'b' });
const schedule = (title: string, start: string): [string, Input] => ['schedule', { action: 'add', title, start }];
const todo = (title: string, more: Input = {}): [string, Input] => ['todo', { action: 'add', title, ...more }];

/** The rounds of a step: a thought before each reply's calls. */
function roundsOf(replies: readonly (readonly Try[])[]): { turns: StepRound[]; calls: CallTurn[] } {
  const turns: StepRound[] = [];
  for (const tries of replies) {
    turns.push({ kind: 'thought', n: turns.length + 1, decision: { kind: 'round', note: '' } } as StepRound);
    for (const { tool, input, ok, failure, cause, id, text, reads } of tries) {
      const written: WrittenRowRecord[] = id === undefined ? [] : [{ store: 'todos', id, change: 'put', hash: '' }];
      const n = turns.length + 1;
      turns.push({
        ...{ kind: 'tool', n, effect: String(n), retry_at: '', reads: reads ?? false, repeatable: false },
        action: { call: String(n), tool, input },
        result: ok
          ? toolSuccess(text ?? 'Done.', { written })
          : toolError(failure ?? 'failed', text ?? 'That failed.', cause && { cause }),
      });
    }
  }
  return { turns, calls: turns.flatMap((turn) => (turn.kind === 'tool' ? [turn] : [])) };
}

const namesLost = (...replies: Try[][]) => {
  const { turns, calls } = roundsOf(replies);
  return unrecoveredFailedWrites(turns, calls).map(({ action }) => {
    const { title, name, save_as: saved, id } = action.input as Record<string, string | undefined>;
    return title ?? name ?? saved ?? id ?? action.tool;
  });
};

const bad = 'nächsten Freitag';
const good = '2026-12-04';

describe('R6.9 a write that failed is lost', () => {
  test.each<[string, string[], Try[][]]>([
    [
      'that another write follows',
      ['VAT return'],
      [[no(...schedule('VAT return', 'KW 50'))], [yes(...schedule('Tax adviser', good))]],
    ],
    [
      'before others of the same reply',
      ['A'],
      [[no(...todo('A', { due: bad })), yes(...todo('B'))], [yes(...todo('C'))]],
    ],
    [
      'in another series',
      ['Teil 1', 'Teil 3'],
      [
        [no(...todo('Teil 1')), no(...todo('Teil 3'))],
        [yes(...todo('Teil 10')), yes(...todo('Teil 2'))],
      ],
    ],
    ['for another month', ['Rent June'], [[no(...schedule('Rent June', bad))], [yes(...schedule('Rent July', good))]]],
    ['for another weekday', ['Run Monday'], [[no(...todo('Run Monday'))], [yes(...todo('Run Sunday'))]]],
    ['in Chinese', ['交电费'], [[no(...todo('交电费'))], [yes(...todo('交水费'))]]],
    [
      'of another file',
      ['umsatz.csv'],
      [
        [no('compute', { code: 'rows()', save_as: 'umsatz.csv' }, 'failed')],
        [yes('compute', { code: 'costs()', save_as: 'kosten.csv' })],
      ],
    ],
    [
      'tried twice',
      ['A'],
      [[no(...todo('A', { due: bad }))], [no(...todo('A', { due: 'Freitag' }))], [yes(...todo('B'))]],
    ],
    [
      'of Excel, and the one that follows is a text',
      ['Offers.xlsx'],
      [[refused('Offers.xlsx', 'Offers.csv')], [wrote('summary.md')]],
    ],
    [
      'of Excel before a table of the same reply',
      ['Offers.xlsx'],
      [[refused('Offers.xlsx', 'Offers.csv'), wrote('costs.csv')], [wrote('summary.md')]],
    ],
    [
      'of two of Word, for which one text is written',
      ['Minutes.docx'],
      [[refused('Letter.docx', 'Letter.md'), refused('Minutes.docx', 'Minutes.md')], [wrote('text.md')]],
    ],
    [
      'of Word, and what follows is in place of another',
      ['Minutes.docx'],
      [[refused('Letter.docx', 'Letter.md'), refused('Minutes.docx', 'Minutes.md')], [wrote('Letter.md')]],
    ],
    [
      'a change of another row',
      ['todo_1'],
      [
        [no('todo', { action: 'update', id: 'todo_1', due: bad })],
        [yes('todo', { action: 'update', id: 'todo_2', due: good })],
      ],
    ],
  ])('%s', (_, lost, replies) => {
    expect(namesLost(...replies)).toEqual(lost);
  });

  test.each<[string, Try[][]]>([
    ['as a table, where Excel cannot be written', [[refused('Offers.xlsx', 'Offers.csv')], [wrote('comparison.csv')]]],
    [
      'as a page, where Word cannot be written, tried twice',
      [[refused('Offers.docx', 'Offers.md')], [refused('Offers.docx', 'Offers.md')], [wrote('page.html')]],
    ],
    ['with a good date', [[no(...todo('Zahnarzt', { due: bad }))], [yes(...todo('Zahnarzt', { due: good }))]]],
    [
      'with a good date after others',
      [[no(...todo('A', { due: bad })), yes(...todo('B'))], [yes(...todo('C'))], [yes(...todo('a', { due: good }))]],
    ],
    ['later in its reply', [[no(...todo('A', { due: bad })), yes(...todo('A', { due: good })), yes(...todo('B'))]]],
    ['with a corrected title', [[no(...schedule('Zahnartz', bad))], [yes(...schedule('Zahnarzt', good))]]],
    ['with a longer title', [[no(...schedule('Dentist', bad))], [yes(...schedule('Dentist appointment', good))]]],
    [
      'with a shorter title',
      [[no(...todo('Buy milk, eggs and bread for Sunday'))], [yes(...todo('Buy milk, eggs and bread'))]],
    ],
    [
      'with its words in another order',
      [[no(...schedule('Rent January', bad))], [yes(...schedule('January rent', good))]],
    ],
    [
      'by a change instead of a deletion',
      [
        [no('schedule', { action: 'delete', title: 'Dentist' }, 'denied')],
        [
          yes(
            'schedule',
            { action: 'update', id: 'entry_1', start: good },
            { text: 'Changed calendar entry “Dentist” (id entry_1).' },
          ),
        ],
      ],
    ],
    [
      'by id instead of by title',
      [
        [no('todo', { action: 'complete', title: 'Milk' }, 'conflict')],
        [yes('todo', { action: 'complete', id: 'todo_1' }, { text: 'Completed to-do “Milk” (id todo_1).' })],
      ],
    ],
    [
      'with the right id',
      [
        [no('todo', { action: 'update', id: 'todo_9', due: good }, 'not_found')],
        [yes('todo', { action: 'list' }, { reads: true })],
        [yes('todo', { action: 'update', id: 'todo_1', due: good })],
      ],
    ],
    [
      'by a change of what is there already',
      [[no(...todo('Milk'), 'conflict')], [yes('todo', { action: 'update', id: 'todo_1', title: 'Milk', due: good })]],
    ],
    ['as a to-do instead of an entry', [[no(...schedule('Tax return', bad))], [yes(...todo('Tax return'))]]],
    [
      'in a file instead of the list',
      [[no(...todo('Milk'))], [yes('files', { action: 'write', name: 'list.md', content: '- Eggs\n- Milk\n' })]],
    ],
    [
      'under another ending',
      [
        [no('files', { action: 'write', name: 'report.pdf', content: 'x' }, 'unsupported')],
        [yes('files', { action: 'write', name: 'report.md', content: 'y' })],
      ],
    ],
    [
      'under a name without a folder',
      [
        [no('files', { action: 'write', name: 'out/costs.csv', content: 'x' })],
        [yes('files', { action: 'write', name: 'costs.csv', content: 'x' })],
      ],
    ],
    [
      'with the same content under another name',
      [
        [no('files', { action: 'write', name: 'a?.md', content: 'A long letter.' })],
        [yes('files', { action: 'write', name: 'letter.md', content: 'A long letter.' })],
      ],
    ],
    [
      'by a program put right',
      [
        [no('compute', { code: 'a(', save_as: 'sum.csv' }, 'failed')],
        [yes('compute', { code: 'a()', save_as: 'sum.csv' })],
      ],
    ],
    [
      'as a file instead of by a program',
      [
        [no('compute', { code: 'a(', save_as: 'sum.csv' }, 'failed')],
        [yes('files', { action: 'write', name: 'sum.csv', content: '1' })],
      ],
    ],
    ['without a title at first', [[no('todo', { action: 'add', text: 'Milk' })], [yes(...todo('Milk'))]]],
    [
      'for a server, elsewhere',
      [
        [no('create_issue', { title: 'Broken lamp' }, 'server')],
        [yes('files', { action: 'write', name: 'issue.md', content: 'A lamp is broken' })],
      ],
    ],
    [
      'since it is not there any more',
      [[no('todo', { action: 'delete', title: 'Old' }, 'not_found')], [yes(...todo('New'))]],
    ],
    ['in Chinese with a longer title', [[no(...schedule('看牙', '下个月初'))], [yes(...schedule('去医院看牙', good))]]],
  ])('not if it is made good %s', (_, replies) => {
    expect(namesLost(...replies)).toEqual([]);
  });

  test('all of them stand in the reason, in both languages', () => {
    const { turns, calls } = roundsOf([
      [no(...schedule('VAT return', 'KW 50')), no(...todo('Scan bills'))],
      [yes(...todo('File bills'))],
    ]);
    const doubt = reasonForDoubt(turns, calls, {
      answered: new Set(),
      outside: false,
      file: null,
      unreadTarget: null,
      callOfUnknownOutcome: null,
    })!;
    expect(formatReasonSentence(createMessageFormatter('en'), doubt)).toBe(
      'The model says that it is done, but these failed and were not made good: Put “VAT return” in the calendar; Add the to-do “Scan bills”',
    );
    expect(formatReasonSentence(createMessageFormatter('zh'), doubt)).toMatch(/VAT return.*Scan bills/);
  });
});
