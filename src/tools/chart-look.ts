/** Sizes and colours of charts. The ground is drawn, so that a chart reads well on a light page and on a dark one. */
export const chartLook = {
  width: 800,
  height: 460,
  font: 13,
  titleFont: 18,
  ground: '#ffffff',
  ink: '#26251f',
  soft: '#5f5c52',
  line: '#e4e1d8',
  /** Told apart also by people who see fewer colours, as far as twelve can be. */
  colors: [
    '#3d6b4f',
    '#c2703d',
    '#3f6fa8',
    '#b0982f',
    '#8a5a94',
    '#2f8c8c',
    '#b8504f',
    '#76808a',
    '#6d8f2f',
    '#d08aa6',
    '#544f9c',
    '#8c6a4a',
  ],
} as const;
