import type { Network } from '../ports/network.ts';
import { fetchTool } from './fetch.ts';
import { filesTool } from './files.ts';
import { readArtifactTool } from './read-artifact.ts';
import { scheduleTool } from './schedule.ts';
import { todoTool } from './todo.ts';
import type { Tool } from './tool.ts';

/** Every tool of the app. A new one is its own file and a line here. */
export function allTools(ports: { network: Network }): Tool[] {
  return [fetchTool(ports.network), readArtifactTool, todoTool, scheduleTool, filesTool];
}
