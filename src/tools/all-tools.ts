import type { Settings } from '../records/settings.ts';
import type { CompanionExtension } from '../ports/companion-extension.ts';
import type { Network } from '../ports/network.ts';
import type { ImagePreparer } from '../ports/images.ts';
import type { HtmlReader, OfficeReader, PdfReader } from '../ports/file-reading.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import { chartTool } from './chart/chart.ts';
import { createComputeTool } from './compute/compute.ts';
import { createFetchTool } from './fetch/fetch.ts';
import { filesTool } from './files/files.ts';
import { createLookTool } from './look.ts';
import { memoryTool } from './memory.ts';
import { readArtifactTool } from './files/read-artifact.ts';
import { scheduleTool } from './schedule/schedule.ts';
import type { SearchFunction } from './search/run-search.ts';
import { createSearchTool } from './search/search.ts';
import { todoTool } from './todo.ts';
import type { Tool } from './tool.ts';

export interface ToolPorts {
  network: Network;
  companion: CompanionExtension;
  /** Returns the current settings. */
  settings: () => Settings;
  search: SearchFunction;
  /** Returns the languages that the person reads. */
  languages: () => readonly string[];
  markup: HtmlReader;
  pdf: PdfReader;
  office: OfficeReader;
  images: ImagePreparer;
  sandbox: Sandbox;
}

/** All built-in tools. A new tool is one file (or folder) and one line here. */
export function allTools(ports: ToolPorts): Tool[] {
  return [
    createFetchTool({
      ...ports,
      reader: () => ports.settings().reader,
      siteKeys: () => ports.settings().site_keys ?? [],
    }),
    createSearchTool(ports),
    readArtifactTool,
    createLookTool(ports),
    todoTool,
    scheduleTool,
    filesTool,
    createComputeTool(ports.sandbox),
    chartTool,
    memoryTool,
  ];
}
