import { useEffect, useRef, useState } from 'react'
import type { PageDrawing } from '../../../../shared/attached-file.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import layout from '../../../components/layout.module.css'
import { LibraryPicture } from '../../../components/pictures/LibraryPicture.tsx'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import type { FileRefusal } from '../actions/composer-files.ts'
import { addLibraryPicture, pictureRoom } from '../actions/pictures.ts'
import classes from './Files.module.css'
import { refusalWords } from './file-words.ts'

interface PagesDialogProps {
  readonly name: string
  readonly source: File
  readonly password: string | undefined
  readonly onClose: () => void
  readonly onAttached: () => void
}

type Drawn = Extract<PageDrawing, { state: 'drawn' }>

/** A dialog to choose the pages of a PDF that are attached to the message as pictures. */
export function PagesDialog({ name, onAttached, onClose, password, source }: PagesDialogProps) {
  const { t } = useTranslation()
  const room = pictureRoom()
  const [begin, setBegin] = useState<{ readonly first: MediaItem; readonly pages: number } | null>(null)
  const [failure, setFailure] = useState<FileRefusal | null>(null)
  const [isDrawing, setDrawing] = useState(false)

  async function drawn(from: number, count: number): Promise<Drawn | null> {
    const imported = await importFile(source)
    const opening = password === undefined ? {} : { password }
    const answer = imported.ok
      ? await call('files.drawPages', { token: imported.value.token, ...opening, from, count })
      : imported
    if (!answer.ok) setFailure({ by: 'error', code: answer.error.code })
    else if (answer.value.state === 'refused') setFailure({ by: 'reader', problem: answer.value.problem })
    else return answer.value
    return null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    let isOver = false
    void drawn(1, 1).then((found) => {
      const first = found?.pictures[0]
      if (!isOver && found !== null && first !== undefined) setBegin({ first, pages: found.pages })
    })
    return () => {
      isOver = true
    }
  }, [])

  async function attach(from: number, count: number): Promise<void> {
    setFailure(null)
    setDrawing(true)
    const found = await drawn(from, count)
    setDrawing(false)
    if (found === null) return
    for (const [index, item] of found.pictures.entries())
      addLibraryPicture(item, t('files.pdf.pageOf', { name, page: from + index }))
    onAttached()
  }

  return (
    <Dialog onClose={onClose} size="large" title={t('files.pdf.pagesTitle', { name: lineText(name, 60) })}>
      {begin === null ? (
        failure === null ? (
          <p aria-live="polite">{t('files.pdf.looking')}</p>
        ) : null
      ) : (
        <Pages {...begin} room={room} isDrawing={isDrawing} onClose={onClose} onAttach={attach} />
      )}
      {failure === null ? null : (
        <p className={classes.failed} role="alert">
          {refusalWords(t, failure)}
        </p>
      )}
    </Dialog>
  )
}

interface PagesProps {
  /** The first page, as an example. */
  readonly first: MediaItem
  /** Number of pages in the document. */
  readonly pages: number
  /** How many more pictures fit into the message. */
  readonly room: number
  readonly isDrawing: boolean
  readonly onClose: () => void
  readonly onAttach: (from: number, count: number) => Promise<void>
}

function Pages({ first, isDrawing, onAttach, onClose, pages, room }: PagesProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(1)
  const [to, setTo] = useState(Math.min(pages, room))
  const count = Math.max(0, to - from + 1)
  const fits = count > 0 && count <= room
  const form = useRef<HTMLFormElement>(null)
  // the dialog set its own focus before there were fields
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <Form ref={form} isReady={fits && !isDrawing} onSend={() => void onAttach(from, count)}>
      <div className={classes.pages}>
        <LibraryPicture className={classes.page} mediaId={first.id} alt={t('files.pdf.preview', { page: 1 })} />
        <div className={layout.closeStack}>
          <p className={classes.about}>
            {room === 0 ? t('files.pdf.noRoom') : t('files.pdf.about', { count: pages, room })}
          </p>
          {room === 0 ? null : (
            <>
              <BoundedNumber
                label={t('files.pdf.first')}
                min={1}
                max={pages}
                start={from}
                onChange={(value) => setFrom(value ?? 1)}
              />
              <BoundedNumber
                label={t('files.pdf.last')}
                min={1}
                max={pages}
                start={to}
                onChange={(value) => setTo(value ?? 1)}
              />
              {count > room ? (
                <p className={classes.failed} role="alert">
                  {t('files.pdf.tooMany', { count: room })}
                </p>
              ) : null}
            </>
          )}
        </div>
      </div>
      <DialogFoot
        onCancel={onClose}
        submit={isDrawing ? t('files.pdf.drawing') : t('files.pdf.attach', { count })}
        disabled={!fits || isDrawing}
      />
    </Form>
  )
}
