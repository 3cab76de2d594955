import { create } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import type { SoundRecording } from '../../../../shared/sound-recording.ts'
import { idleRecorder, type RecorderEvent, type RecorderState, recorderReducer } from './recorder.ts'

interface RecorderStore {
  readonly recorder: RecorderState
  /** Why part of the recording is unwritten; recording continues, and writing is retried. */
  readonly trouble: AppError | null
  /** Available microphones; they have names once the user has allowed one. */
  readonly microphones: readonly Microphone[]
  /** Recordings that no page is currently making. */
  readonly left: readonly SoundRecording[]
  /** Recordings that the user has just decided about. */
  readonly decided: ReadonlySet<string>
}

export interface Microphone {
  readonly id: string
  readonly name: string
}

/** The recorder's state, outside the panel, because recording continues while another panel is shown. */
export const useRecorder = create<RecorderStore>(() => ({
  recorder: idleRecorder,
  trouble: null,
  microphones: [],
  left: [],
  decided: new Set(),
}))

export function recorderNow(): RecorderState {
  return useRecorder.getState().recorder
}

export function dispatchRecorder(event: RecorderEvent): void {
  useRecorder.setState((state) => ({ recorder: recorderReducer(state.recorder, event) }))
}
