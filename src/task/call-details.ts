import { shortenedText } from '../values/truncate-text.ts';
import type { CallDescription } from './approval.ts';
import { isMarkedInteger, stringifyExactJson } from '../values/exact-json.ts';
import type { ToolResult } from './tool-result.ts';
import { isRecord } from '../values/json.ts';
import { plainToolName } from '../values/plain-tool-name.ts';
import { isRowId } from '../values/row-id.ts';
import { joinListItems } from '../values/list-text.ts';
import { readableAddress } from '../values/readable-address.ts';

/** A row that a call names only by id or name; its other data is in the stores. */
export interface RowReference {
  store: 'todos' | 'entries' | 'notes' | 'files';
  id: string | undefined;
  name: string | undefined;
}

type Input = Record<string, unknown>;

const longestName = 120;
const longestText = 2000;

/** The actions of Cairn's own tools; a tool without an `action` field has one. */
const actions: Readonly<Record<string, readonly string[]>> = {
  fetch: ['get', 'post', 'put', 'patch', 'delete'],
  search: ['for'],
  look: ['at'],
  read_artifact: ['read'],
  todo: ['add', 'list', 'update', 'complete', 'reopen', 'delete', 'move'],
  schedule: ['add', 'list', 'update', 'delete', 'find_conflicts', 'find_free'],
  files: ['write', 'append', 'read', 'list', 'delete'],
  compute: ['run'],
  chart: ['draw'],
  memory: ['remember', 'recall', 'list', 'update', 'forget'],
};

const stores: Partial<Record<string, RowReference['store']>> = {
  todo: 'todos',
  schedule: 'entries',
  memory: 'notes',
  files: 'files',
  look: 'files',
  read_artifact: 'files',
};

/** The fields that the headline of a call already covers. */
const headlineFields = new Set([
  'action',
  'id',
  'name',
  'due',
  'start',
  'content',
  'query',
  'url',
  'method',
  'body',
  'file',
]);

/** True if the `occurrence` of a call means all times of a repeating entry. */
export const isAllTimes = (occurrence: string): boolean =>
  /^(?:(?:all|every)(?: times?| occurrences?)?|全部|所有)$/i.test(occurrence.trim());

/**
 * Returns a description of a tool call for display, from the tool and its unchecked input alone. If the call names a
 * stored row only by its id or name, `row` identifies it: the rest of the description has to be read from there;
 * otherwise `row` is null. An empty input, as in a run that is shared without it, does not tell the action. `server`:
 * the server's own name of the tool, if it is known.
 */
export function describeCallFromInput(
  tool: string,
  input: unknown,
  server?: ToolResult['server_tool'],
): { about: CallDescription; row: RowReference | null } {
  if (server) return { about: { what: 'server', name: clip(server.tool), host: clip(server.server) }, row: null };
  const inputFields: Input = isRecord(input) ? input : {};
  const toolActions = actions[tool];
  if (!toolActions) return { about: { what: 'other', ...nameOf(plainToolName(tool)) }, row: null };
  const text = (field: string) =>
    typeof inputFields[field] === 'string' ? inputFields[field].trim() || undefined : undefined;
  const usual = Object.keys(inputFields).length > 0 ? toolActions[0] : undefined;
  const actionName = (text(tool === 'fetch' ? 'method' : 'action') ?? usual ?? '').toLowerCase();
  const action = toolActions.includes(actionName) ? actionName : toolActions.length === 1 ? toolActions[0] : undefined;
  const what = action === undefined ? `${tool}.use` : `${tool}.${action}`;
  const store = stores[tool];
  const changes = action === 'update';
  const row = (name: string | undefined): RowReference | null =>
    store === undefined || !(text('id') ?? name) ? null : { store, id: text('id'), name };
  switch (tool) {
    case 'fetch':
      return { about: { what, ...addressOf(text('url')), ...opening(bodyOf(inputFields.body)) }, row: null };
    case 'search':
      return { about: { what, ...nameOf(text('query')) }, row: null };
    case 'look':
    case 'read_artifact':
      return { about: { what, ...nameOf(plainName(text('file'))) }, row: row(text('file')) };
    case 'files': {
      const about = { what, ...nameOf(plainName(text('name'))), ...contentOf(inputFields.content) };
      return { about, row: action === 'read' || action === 'delete' ? row(text('name')) : null };
    }
    case 'compute':
      return { about: { what, ...nameOf(text('save_as')), ...opening(text('code')) }, row: null };
    case 'chart':
      return { about: { what, ...nameOf(text('title') ?? text('name')) }, row: null };
    case 'memory': {
      const fresh = action === 'remember' ? (text('title') ?? text('text')?.split('\n', 1).join()) : text('title');
      const about = { what, ...nameOf(changes ? undefined : action === 'recall' ? text('query') : fresh) };
      return {
        about: { ...about, ...setsOf(inputFields, changes) },
        row: action === 'remember' ? null : row(text('title')),
      };
    }
    default: {
      const when = text('due') ?? text('start');
      const occurrence = tool === 'schedule' && (changes || action === 'delete') ? text('occurrence') : undefined;
      const times = occurrence === undefined ? '' : isAllTimes(occurrence) ? allTimes : oneTime;
      const about = {
        what: what + times,
        ...(times === oneTime && { at: occurrence }),
        ...nameOf(changes ? undefined : text('title')),
        ...(when !== undefined && action === 'add' && { at: when }),
        ...(/^(?:list|find)/.test(action ?? '') ? {} : setsOf({ ...inputFields, occurrence: undefined }, changes)),
      };
      return { about, row: /^(?:add|list|find)/.test(action ?? '') ? null : row(changes ? undefined : text('title')) };
    }
  }
}

/** The ends of `what` for a call that concerns all times of a repeating entry, or one of them. */
const [allTimes, oneTime] = ['_all', '_one'];

/**
 * Returns the description of a call, completed with the title and the time of the row that the call names; of a
 * repeating entry, with its repetition, or the one time that the call concerns. For the deletion of a to-do, its
 * priority and tags are added, so that to-dos of the same title can be told apart. Unchanged if the row is unknown.
 */
export function callDescriptionWithRowDetails(about: CallDescription, row: object | undefined): CallDescription {
  if (!row) return about;
  const rowFields = row as Record<
    'title' | 'name' | 'due' | 'start' | 'priority' | 'tags' | 'repeat' | 'replaces',
    unknown
  >;
  const name = [rowFields.title, rowFields.name].find((each) => typeof each === 'string');
  const dueOrStart = [rowFields.due, rowFields.start].find((each) => typeof each === 'string');
  const tags = Array.isArray(rowFields.tags) && rowFields.tags.length > 0 ? rowFields.tags : null;
  const priority = rowFields.priority === 'normal' ? null : rowFields.priority;
  const marks = about.what === 'todo.delete' ? setsOf({ priority, tags }, true) : {};
  if (about.what.endsWith(oneTime)) {
    const { replaces } = rowFields;
    const start = isRecord(replaces) && typeof replaces.start === 'string' ? replaces.start : about.at;
    return { ...about, ...nameOf(name), ...(start !== undefined && { at: start }) };
  }
  if (typeof rowFields.repeat === 'string') {
    const what = /^schedule\.(?:update|delete)$/.test(about.what) ? about.what + allTimes : about.what;
    return { ...about, what, ...nameOf(name), repeat: rowFields.repeat };
  }
  const what = about.what.endsWith(allTimes) ? about.what.slice(0, -allTimes.length) : about.what;
  return { ...about, what, ...nameOf(name), ...(dueOrStart !== undefined && { at: dueOrStart }), ...marks };
}

/** Returns the name, or undefined if it is an id. */
function plainName(name: string | undefined): string | undefined {
  return name === undefined || isRowId(name) ? undefined : name;
}

function nameOf(name: string | undefined): { name?: string } {
  return name === undefined || name === '' || isRowId(name) ? {} : { name: clip(name) };
}

function addressOf(address: string | undefined): { name?: string; host?: string } {
  if (address === undefined) return {};
  if (!URL.canParse(address)) return nameOf(address);
  const { host, href } = new URL(address);
  return {
    ...nameOf(
      readableAddress(href)
        .replace(/^https?:\/\//, '')
        .replace(/\/$/, ''),
    ),
    ...(host !== '' && { host }),
  };
}

/** The text that a request sends, as written or as JSON. */
function bodyOf(body: unknown): string | undefined {
  if (typeof body !== 'string') return typeof body === 'object' && body !== null ? stringifyExactJson(body) : undefined;
  return body.trim() || undefined;
}

function opening(text: string | undefined): { text?: string } {
  if (text === undefined) return {};
  return { text: shortenedText(text, longestText) };
}

function contentOf(content: unknown): { bytes?: number; text?: string } {
  if (content === undefined) return {};
  const text = typeof content === 'string' ? content : stringifyExactJson(content, 2);
  return { bytes: new TextEncoder().encode(text).length, ...opening(text) };
}

/**
 * Returns the values that a call sets, by field. If the call changes an object, these are all fields but `action` and
 * `id`; otherwise only those that its description does not name already, without the title.
 */
function setsOf(input: Input, changes: boolean): { sets?: { field: string; value: string }[] } {
  const sets = Object.entries(input).flatMap(([field, value]) => {
    const isTold = changes ? field === 'action' || field === 'id' : headlineFields.has(field) || field === 'title';
    if (isTold || value === undefined || value === null || value === '') return [];
    return [
      {
        field,
        value:
          typeof value === 'string' && !isMarkedInteger(value)
            ? value
            : Array.isArray(value)
              ? joinListItems(value.map(String))
              : stringifyExactJson(value),
      },
    ];
  });
  return sets.length > 0 ? { sets } : {};
}

const clip = (text: string): string => shortenedText(text.replace(/\s+/g, ' ').trim(), longestName);

/**
 * Returns the names of all calls of the built-in tools, as they occur in `what` of `CallDescription`: `tool.action`.
 */
export function builtInCallNames(): string[] {
  return Object.entries(actions).flatMap(([tool, names]) => names.map((name) => `${tool}.${name}`));
}
