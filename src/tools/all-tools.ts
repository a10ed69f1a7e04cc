import type { Settings } from '../domain/settings/settings.ts';
import type { Network } from '../ports/network.ts';
import type { PdfText } from '../ports/file-reading.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Secrets } from '../ports/secrets.ts';
import { chartTool } from './chart/chart.ts';
import { computeTool } from './compute/compute.ts';
import { fetchTool } from './fetch/fetch.ts';
import { filesTool } from './files/files.ts';
import { memoryTool } from './memory/memory.ts';
import { readArtifactTool } from './files/read-artifact.ts';
import { scheduleTool } from './schedule/schedule.ts';
import { searchTool } from './search/search.ts';
import { todoTool } from './todo/todo.ts';
import type { Tool } from './tool.ts';

export interface ToolPorts {
  network: Network;
  /** As they are now. */
  settings: () => Settings;
  secrets: Pick<Secrets, 'read'>;
  pdf: PdfText;
  sandbox: Sandbox;
}

/** Every tool of the app. A new one is its own file and a line here. */
export function allTools(ports: ToolPorts): Tool[] {
  return [
    fetchTool(ports.network, ports.pdf, () => ports.settings().reader),
    searchTool(ports),
    readArtifactTool,
    todoTool,
    scheduleTool,
    filesTool,
    computeTool(ports.sandbox),
    chartTool,
    memoryTool,
  ];
}
