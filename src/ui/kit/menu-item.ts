import type { iconPaths } from './icon-paths.ts';

/** One item of a `Menu`. */
export interface MenuItem {
  label: string;
  icon?: keyof typeof iconPaths;
  danger?: boolean;
  disabled?: boolean;
  onselect: () => void;
}
