import type { Tool } from './tool.ts';

/** Tools that come and go, such as those of MCP servers. */
export interface ToolSource {
  /** Those that are there now. */
  list(): readonly Tool[];
  /** Resolves once the tools, or the one of this name, are known or have been waited for long enough (as `Toolbox.ready`). */
  ready(name?: string): Promise<void>;
  /** Why a tool of this name is not there for the moment, where that is known. */
  absence(name: string): string | null;
}
