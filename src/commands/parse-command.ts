import { nearestName } from '../domain/nearest-name.ts';
import { type Command, commandList, type CommandName } from './command-list.ts';

export type ParsedCommand =
  { kind: 'command'; name: CommandName; rest: string } | { kind: 'unknown'; name: string; nearest: string | null };

/** Reads `/name rest` (R10.2); null when the text is no command, such as a path or a sentence. */
export function parseCommand(text: string): ParsedCommand | null {
  const found = /^\s*[/／]([^\s/／]+)(?:\s+([\s\S]*))?$/.exec(text);
  const word = found?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const command = commandList.find(({ name, aliases }: Command) => name === word || aliases.includes(word));
  if (command) return { kind: 'command', name: command.name, rest: (found?.[2] ?? '').trim() };
  const names = commandList.map(({ name }) => name);
  return { kind: 'unknown', name: word, nearest: nearestName(word, names) };
}
