import type { MicrophoneRefusal } from './recorder.ts'
import type { Microphone } from './recorder-store.ts'

/** Requests a microphone, with the user's permission; null means any. Never requests a camera. */
export async function openMicrophone(id: string | null): Promise<MediaStream | MicrophoneRefusal> {
  // without a secure origin there are no media devices
  if (!window.isSecureContext || typeof MediaRecorder === 'undefined') return 'unsupported'
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: id === null ? true : { deviceId: { exact: id } },
      video: false,
    })
  } catch (cause) {
    return refusalOf(cause instanceof Error ? cause.name : '')
  }
}

/**
 * Returns the meaning of an error name of `getUserMedia`.
 * https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia
 */
export function refusalOf(name: string): MicrophoneRefusal {
  switch (name) {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    default:
      return 'unsupported'
  }
}

/** Resolves to the microphones of this computer, by name; empty before one was allowed. */
export async function listMicrophones(): Promise<readonly Microphone[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}

/** Returns the device id of a stream's microphone; '' when the browser does not state it. */
export function microphoneOf(stream: MediaStream): string {
  return stream.getAudioTracks()[0]?.getSettings().deviceId ?? ''
}

/** Releases the microphone; its indicator goes out. */
export function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
