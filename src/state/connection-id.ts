/** The profile that the page sets up; there is one as yet. */
export const connectionId = 'main';
