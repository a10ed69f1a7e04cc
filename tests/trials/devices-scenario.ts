import fc from 'fast-check';

/**
 * What befalls a device at the nth point of an act: before or after a request, or before or after a read or write of
 * its log.
 */
export interface Strike {
  at: number;
  how: 'kill' | 'refuse' | 'lose' | 'work';
  code: number;
}

/** What happens on one device, or to the server; `a` and `b` choose the session, the table, the row. */
export interface DeviceAct {
  kind:
    | 'work'
    | 'effect'
    | 'call'
    | 'edit'
    | 'remove'
    | 'settings'
    | 'session'
    | 'destroy'
    | 'sync'
    | 'take'
    | 'both'
    | 'offline'
    | 'online'
    | 'restart';
  device: number;
  a: number;
  b: number;
  strike: Strike | null;
}

/** One random exchange, complete: the same scenario always gives the same run. */
export interface DevicesScenario {
  devices: 2 | 3;
  /** By how many days each device's clock is off, and which way it runs. */
  clocks: { days: number; runs: 1 | -1 }[];
  acts: DeviceAct[];
  /** Whether the server loses everything at the end. */
  wiped: boolean;
}

const kinds: readonly DeviceAct['kind'][] = [
  ...(['work', 'work', 'effect', 'effect', 'call', 'edit', 'edit', 'edit', 'remove', 'remove'] as const),
  ...(['settings', 'session', 'destroy', 'sync', 'sync', 'sync', 'sync', 'sync', 'take', 'take', 'both'] as const),
  ...(['offline', 'online', 'restart'] as const),
];

const strike: fc.Arbitrary<Strike | null> = fc.option(
  fc.record({
    at: fc.nat({ max: 40 }),
    how: fc.constantFrom<Strike['how']>('kill', 'kill', 'refuse', 'lose', 'lose', 'work'),
    code: fc.nat({ max: 20 }),
  }),
  { freq: 2 },
);

const act: fc.Arbitrary<DeviceAct> = fc.record({
  kind: fc.constantFrom(...kinds),
  device: fc.nat({ max: 2 }),
  a: fc.nat({ max: 30 }),
  b: fc.nat({ max: 30 }),
  strike,
});

export const devicesScenario: fc.Arbitrary<DevicesScenario> = fc.record({
  devices: fc.constantFrom(2, 2, 3),
  clocks: fc.array(fc.record({ days: fc.constantFrom(0, 0, 1, -1), runs: fc.constantFrom(1, 1, -1) }), {
    minLength: 3,
    maxLength: 3,
  }),
  acts: fc.array(act, { minLength: 1, maxLength: 16, size: 'max' }),
  wiped: fc.nat({ max: 9 }).map((n) => n === 9),
});
