import { create } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import type { SoundRecording } from '../../../../shared/sound-recording.ts'
import { idleRecorder, type RecorderEvent, type RecorderState, recorderReducer } from './recorder.ts'

interface RecorderStore {
  readonly recorder: RecorderState
  /** Something of the recording could not be written yet; it goes on, and is tried again. */
  readonly trouble: AppError | null
  /** Microphones that can be chosen; named once the person allowed one. */
  readonly microphones: readonly Microphone[]
  /** Recordings that nobody is making any more. */
  readonly left: readonly SoundRecording[]
  /** Those of them about which the person has just decided. */
  readonly decided: ReadonlySet<string>
}

export interface Microphone {
  readonly id: string
  readonly name: string
}

/** The recorder's state: outside of the panel, as recording goes on while another one is shown. */
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
