import { useEffect, useRef } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { mayDraw, tellPixels } from './editor-actions.ts'
import { useSession } from './editor-store.ts'
import { handOut, readMaskFile } from './mask-files.ts'
import { type Keeper, startKeeper } from './mask-keeper.ts'
import { resized } from './raster.ts'

interface Ways {
  readonly stored: MediaItem | null
  onDone(mask: MediaItem | null): void
  onCancel(): void
}

/** Returns the cancel, done, and file actions of the editor; each waits for a running save. */
export function useEditorWays({ stored, onDone, onCancel }: Ways) {
  const { t } = useTranslation()
  const session = useSession()
  const { store, engine, hooks } = session
  const keeper = useRef<Keeper | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the mask stored at opening can be restored
  useEffect(() => {
    const started = startKeeper(session, stored)
    keeper.current = started
    return () => started.close()
  }, [session])

  /** Runs an action while the editor is busy. */
  const waiting = async (run: (keeper: Keeper) => Promise<void>): Promise<void> => {
    if (keeper.current === null || store.getState().busy) return
    hooks.abandonStroke()
    store.setState({ busy: true, trouble: null, notice: null })
    try {
      await run(keeper.current)
    } finally {
      store.setState({ busy: false })
    }
  }

  const done = () =>
    void waiting(async (keeping) => {
      const kept = await keeping.now()
      if (kept.ok) onDone(kept.value)
    })

  const discard = () => {
    // restoring failed once, so now the user just wants to leave
    if (store.getState().trouble?.what === 'discard') leave()
    else putBack()
  }
  const leave = () => {
    store.setState((state) => ({ kept: state.pixels }))
    onCancel()
  }
  const putBack = () =>
    void waiting(async (keeping) => {
      if ((await keeping.restore()).ok) leave()
    })

  const cancel = () => {
    if (!mayDraw(session)) return
    hooks.abandonStroke()
    if (engine.state === 0) leave()
    else store.setState({ asking: true })
  }
  const stay = () => store.setState({ asking: false, trouble: null })

  const load = (file: File) =>
    void waiting(async () => {
      const read = await readMaskFile(file)
      if (!read.ok) {
        store.setState({ trouble: { what: 'load', error: read.error } })
        return
      }
      const { raster, rule } = read.value
      const fitted = resized(raster, session.picture)
      if (engine.replace(fitted)) tellPixels(session)
      const from = fitted === raster ? null : { width: raster.width, height: raster.height }
      store.setState({ notice: { kind: 'loaded', rule, from } })
    })

  const saveFile = () =>
    void waiting(async (keeping) => {
      const kept = await keeping.now()
      if (!kept.ok || kept.value === null) return
      const answer = await handOut(kept.value, `${t('mask.fileName')}.png`)
      if (!answer.ok) store.setState({ trouble: { what: 'hand', error: answer.error } })
      else if (answer.value.by === 'main' && answer.value.saved) store.setState({ notice: { kind: 'saved' } })
    })

  const tryAgain = () => {
    const what = store.getState().trouble?.what
    if (what === 'discard') putBack()
    else if (what === 'hand') saveFile()
    else void waiting(async (keeping) => void (await keeping.now()))
  }

  const stepOut = () => {
    const { asking, busy } = store.getState()
    if (busy) return
    if (asking) stay()
    else cancel()
  }

  return { done, cancel, stay, discard, load, saveFile, tryAgain, stepOut }
}
