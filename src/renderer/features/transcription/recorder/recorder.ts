/** Why recording is impossible. */
export type MicrophoneRefusal = 'none' | 'denied' | 'busy' | 'unsupported'

/**
 * - `idle`: nothing is recorded; `refused` is the reason of the last refusal
 * - `asking`: the browser or system asks the user for the microphone
 * - `recording`, `paused`; `ending`: the last chunk is being written
 */
export type RecorderState =
  | { readonly phase: 'idle'; readonly refused: MicrophoneRefusal | null }
  | { readonly phase: 'asking' }
  | (Recorded & { readonly phase: 'recording'; readonly since: number })
  | (Recorded & { readonly phase: 'paused' | 'ending' })

interface Recorded {
  readonly recordingId: string
  /** ms of sound up to the last pause. */
  readonly recorded: number
  readonly microphoneId: string
  /** True if a longer silence was detected. */
  readonly quiet: boolean
  /** True if the microphone was unplugged or its permission withdrawn. */
  readonly lost: boolean
}

/** `at` is in ms since 1970. */
export type RecorderEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'refused'; readonly why: MicrophoneRefusal | null }
  | { readonly type: 'begun'; readonly recordingId: string; readonly microphoneId: string; readonly at: number }
  | { readonly type: 'paused' | 'resumed' | 'ending' | 'lost'; readonly at: number }
  | { readonly type: 'switched'; readonly microphoneId: string }
  | { readonly type: 'heard'; readonly quiet: boolean }
  | { readonly type: 'ended' }

export const idleRecorder: RecorderState = { phase: 'idle', refused: null }

/** Returns the recorder's state after an event; an event without meaning changes nothing. */
export function recorderReducer(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'asked':
      return state.phase === 'idle' ? { phase: 'asking' } : state
    case 'refused':
      return state.phase === 'asking' || state.phase === 'idle' ? { phase: 'idle', refused: event.why } : state
    case 'begun': {
      const { recordingId, microphoneId, at } = event
      if (state.phase !== 'asking') return state
      return { phase: 'recording', recordingId, microphoneId, since: at, recorded: 0, quiet: false, lost: false }
    }
    case 'ended':
      return isActive(state) ? idleRecorder : state
    default:
      return isActive(state) && state.phase !== 'ending' ? changed(state, event) : state
  }
}

type Active = Extract<RecorderState, { readonly recordingId: string }>
type Change = Exclude<RecorderEvent, { readonly type: 'asked' | 'refused' | 'begun' | 'ended' }>

function changed(state: Active, event: Change): RecorderState {
  switch (event.type) {
    case 'paused':
      return resting(state, 'paused', event.at)
    case 'lost':
      return { ...resting(state, 'paused', event.at), lost: true }
    case 'ending':
      return resting(state, 'ending', event.at)
    case 'resumed':
      return state.phase === 'paused' && !state.lost ? { ...state, phase: 'recording', since: event.at } : state
    case 'switched':
      return { ...state, microphoneId: event.microphoneId, quiet: false, lost: false }
    case 'heard':
      return state.quiet === event.quiet ? state : { ...state, quiet: event.quiet }
    default:
      return event satisfies never
  }
}

function resting(
  state: Active,
  phase: 'paused' | 'ending',
  at: number,
): Active & { readonly phase: 'paused' | 'ending' } {
  const { recordingId, microphoneId, lost } = state
  return { phase, recordingId, microphoneId, lost, quiet: false, recorded: recordedAt(state, at) }
}

/** Returns true if a recording has not ended. */
export function isActive(state: RecorderState): state is Active {
  return state.phase === 'recording' || state.phase === 'paused' || state.phase === 'ending'
}

/** Returns the ms of sound recorded until a time, without pauses. */
export function recordedAt(state: RecorderState, at: number): number {
  if (!isActive(state)) return 0
  return state.phase === 'recording' ? state.recorded + Math.max(0, at - state.since) : state.recorded
}
