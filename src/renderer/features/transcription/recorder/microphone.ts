import type { MicrophoneRefusal } from './recorder.ts'
import type { Microphone } from './recorder-store.ts'

/** Asks for a microphone, which the person may have to allow; any one where `id` is null. Never a camera. */
export async function openMicrophone(id: string | null): Promise<MediaStream | MicrophoneRefusal> {
  // without a secure origin there are no devices at all
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

/** What the names of `getUserMedia`'s refusals mean. https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia */
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

/** The microphones of this computer, by name; none before one was allowed. */
export async function listMicrophones(): Promise<readonly Microphone[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}

/** Which microphone a stream comes from; '' where the browser does not say. */
export function microphoneOf(stream: MediaStream): string {
  return stream.getAudioTracks()[0]?.getSettings().deviceId ?? ''
}

/** Lets go of the microphone: the sign that it is in use goes out. */
export function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
