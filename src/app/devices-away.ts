import type { SessionReplicaState } from '../ports/replica-head.ts';
import type { SessionOnOtherDevice, DevicesView } from '../ports/devices.ts';
import type { Observable } from '../ports/observable.ts';

/**
 * Emits the other device that has the session, with its name once that is known, or null if this device may work on it.
 * Emits nothing until the session's sync state has been read.
 */
export function observeSessionOnOtherDevice(
  state: Observable<SessionReplicaState | null>,
  view: Observable<DevicesView>,
): Observable<SessionOnOtherDevice | null> {
  return {
    subscribe: (next) => {
      let last: SessionReplicaState | null | undefined;
      let devicesView: DevicesView | null = null;
      const tell = () => {
        if (last !== undefined) next(devicesView?.connected && last ? awayOf(last, devicesView) : null);
      };
      const ends = [
        view.subscribe((now) => {
          const isNews = now.devices.length !== devicesView?.devices.length || now.connected !== devicesView.connected;
          devicesView = now;
          if (isNews) tell();
        }),
        state.subscribe((now) => {
          last = now;
          tell();
        }),
      ];
      return () => ends.forEach((end) => end());
    },
  };
}

function awayOf(
  { head, frozen, received_at }: SessionReplicaState,
  { connected, devices }: DevicesView,
): SessionOnOtherDevice | null {
  if ((!head || head.device === connected?.device.id) && !frozen) return null;
  const device = devices.find(({ id }) => id === head?.device)?.name ?? '';
  const { session, at } = head ?? { session: { plan_status: null, steps_ended: 0, steps_total: 0 }, at: '' };
  /** A head that is not older than its arrival was written by a clock that is fast. */
  const isEarlier = received_at !== undefined && Date.parse(received_at) < Date.parse(at);
  return { device, session, at: isEarlier ? received_at : at, frozen };
}
