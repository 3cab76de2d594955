import type { AppError } from '../../../../shared/errors.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import type { EditorSession, Trouble } from './editor-store.ts'
import { packed, unpacked } from './mask-engine.ts'
import { keepMask } from './mask-files.ts'

/** Time without drawing before the mask is saved automatically, in ms. */
export const keepAfterMs = 1500

/** Saves the mask to main while it is drawn, so that a crash loses only the last moments. */
export interface Keeper {
  /** Saves the current mask unless it is already saved. */
  now(): Promise<Result<MediaItem | null>>
  /** Restores the mask stored when the editor was opened. */
  restore(): Promise<Result<MediaItem | null>>
  /** Saves the rest and stops. */
  close(): void
}

function trouble(what: Trouble['what'], error: AppError): { readonly trouble: Trouble } {
  return { trouble: { what, error } }
}

/**
 * Starts saving. `stored` is the mask in main at the start. Only one call runs at a time, so that the last one wins.
 */
export function startKeeper(session: EditorSession, stored: MediaItem | null): Keeper {
  const { engine, store, source } = session
  const start = stored === null || engine.marked === 0 ? null : packed(engine.raster)
  const startMarked = engine.marked
  let latest = stored
  let touched = false
  let closed = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let chain: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = chain.then(run)
    chain = mine
    return mine
  }

  const keep = async (): Promise<Result<MediaItem | null>> => {
    const { state, changes } = engine
    if (store.getState().kept === state) return { ok: true, value: latest }
    store.setState({ keeping: true })
    touched = true
    const answer = await keepMask(source.id, engine.raster, engine.marked)
    if (!answer.ok) {
      store.setState({ keeping: false, ...trouble('keep', answer.error) })
      return answer
    }
    latest = answer.value
    // changes drawn meanwhile may be partly included, so it counts as unsaved and the timer saves again
    const whole = engine.changes === changes
    store.setState((now) => ({
      keeping: false,
      kept: whole ? state : -1,
      trouble: now.trouble?.what === 'keep' ? null : now.trouble,
    }))
    return answer
  }

  const later = (): void => {
    if (timer !== null) clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => {
      if (session.hooks.isDrawing()) later()
      else void inTurn(keep)
    }, keepAfterMs)
  }
  const stop = store.subscribe((now, before) => {
    if (now.pixels !== now.kept && (now.pixels !== before.pixels || now.kept !== before.kept)) later()
  })
  const quiet = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    now: () => {
      quiet()
      return inTurn(keep)
    },
    restore: () => {
      quiet()
      return inTurn(async () => {
        if (!touched) return { ok: true, value: stored }
        const raster = start === null ? engine.raster : unpacked(start, engine.raster)
        const answer = await keepMask(source.id, raster, start === null ? 0 : startMarked)
        if (!answer.ok) store.setState(trouble('discard', answer.error))
        return answer
      })
    },
    close: () => {
      stop()
      quiet()
      closed = true
      if (store.getState().pixels !== store.getState().kept) void inTurn(keep)
    },
  }
}
