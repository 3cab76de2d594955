import { availableParallelism } from 'node:os'
import Vips from 'wasm-vips'
import { AppFailure, appError } from '../../shared/errors.ts'
import { serveTasks } from '../threads/thread-serving.ts'
import { type EncodedPicture, PictureCodec } from './picture-codec.ts'
import type { PictureAnswer, PictureTask } from './picture-messages.ts'

/** Maximum number of threads; more hardly speed up one picture. */
const threadsMax = 4

const vips = await Vips({
  // AVIF, without the modules for JPEG XL and SVG
  dynamicLibraries: ['vips-heif.wasm'],
  preRun: (module) => {
    // otherwise libvips prints a warning about every damaged file
    module.ENV.VIPS_WARNING = 'off'
  },
})
vips.concurrency(Math.min(threadsMax, availableParallelism()))
const codec = new PictureCodec(vips)

serveTasks(
  (task: PictureTask) => answered(task),
  (answer) => {
    const bytes = answer.ok ? answer.picture.bytes : null
    return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
  },
)

function answered(task: PictureTask): PictureAnswer {
  try {
    return { ok: true, picture: done(task) }
  } catch (cause) {
    if (cause instanceof AppFailure) return { ok: false, error: cause.error, spoiled: false }
    const told = errorOfVips(cause)
    const error = appError('not_a_picture', (told ?? String(cause)).slice(0, 200))
    return { ok: false, error, spoiled: told?.includes('out of memory') ?? true }
  }
}

/**
 * Returns the message of a libvips error, a C++ exception that WebAssembly throws with its type and message. Null for
 * anything else, such as a trap, which leaves the decoder in an unknown state.
 */
function errorOfVips(cause: unknown): string | null {
  const thrown: unknown = typeof cause === 'object' && cause !== null && 'message' in cause ? cause.message : null
  if (!Array.isArray(thrown) || thrown[0] !== 'vips::Error') return null
  return typeof thrown[1] === 'string' ? thrown[1] : null
}

function done(task: PictureTask): EncodedPicture {
  switch (task.kind) {
    case 'png':
      return codec.toPng(task.bytes, task.damaged)
    case 'compressed':
      return codec.compressed(task.bytes, task.bytesMax)
    case 'encoded':
      return codec.encoded(task.bytes, task.type)
    case 'thumbnail':
      return codec.thumbnail(task.bytes, task.damaged)
    case 'merge':
      return codec.putBackOutside(task)
    case 'jpeg':
      return codec.toJpeg(task)
  }
}
