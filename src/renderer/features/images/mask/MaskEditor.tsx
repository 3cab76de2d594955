import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { EditorBody } from './EditorBody.tsx'
import { type EditorSession, openSession, SessionContext } from './editor-store.ts'
import classes from './MaskEditor.module.css'
import { loadMask, loadPicture } from './mask-files.ts'
import { resized } from './raster.ts'

export interface MaskEditorProps {
  readonly source: MediaItem
  readonly mask: MediaItem | null
  readonly keepOutside: boolean
  onKeepOutside(value: boolean): void
  onDone(mask: MediaItem | null): void
  onCancel(): void
}

type Opening =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: AppError }
  | { readonly state: 'open'; readonly session: EditorSession; readonly stored: MediaItem | null }

/** Loads picture and mask. A mask of another size is resized and counts as changed. */
async function open(source: MediaItem, mask: MediaItem | null): Promise<Opening> {
  const picture = await loadPicture(source)
  if (!picture.ok) return { state: 'failed', error: picture.error }
  const start = mask === null ? null : await loadMask(mask)
  if (start !== null && !start.ok) return { state: 'failed', error: start.error }
  const raster = start === null ? null : resized(start.value, picture.value)
  const session = openSession(source, picture.value, raster)
  if (start !== null && raster !== start.value) {
    const { width, height } = start.value
    session.store.setState({ notice: { kind: 'refitted', from: { width, height } }, kept: -1 })
  }
  return { state: 'open', session, stored: mask }
}

/** Editor for the mask of a picture. Fills its container. */
export function MaskEditor({ source, mask, keepOutside, onKeepOutside, onDone, onCancel }: MaskEditorProps) {
  const { t } = useTranslation()
  const [opening, setOpening] = useState<Opening>({ state: 'loading' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for a source; the mask that is drawn here comes back as a prop
  useEffect(() => {
    let gone = false
    let picture: ImageBitmap | null = null
    setOpening({ state: 'loading' })
    void open(source, mask).then((result) => {
      if (result.state === 'open') picture = result.session.picture
      if (gone) picture?.close()
      else setOpening(result)
    })
    return () => {
      gone = true
      picture?.close()
    }
  }, [source.id, round])

  if (opening.state === 'open')
    return (
      <SessionContext value={opening.session}>
        <EditorBody
          key={source.id}
          stored={opening.stored}
          keepOutside={keepOutside}
          onKeepOutside={onKeepOutside}
          onDone={onDone}
          onCancel={onCancel}
        />
      </SessionContext>
    )
  return (
    <section aria-label={t('mask.title')} className={classes.editor}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('mask.title')}</h2>
        <span className={layout.fill} />
        <Button className={classes.way} onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </header>
      <div className={classes.waiting}>
        {opening.state === 'loading' ? (
          <p role="status">{t('mask.opening')}</p>
        ) : (
          <ErrorNote
            error={opening.error}
            place={{ where: 'other', hasText: false }}
            lead={t('mask.trouble.open')}
            on={{ retry: () => setRound(round + 1), fetchAgain: () => setRound(round + 1) }}
          />
        )}
      </div>
    </section>
  )
}
