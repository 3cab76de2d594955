import { Modal } from '@mantine/core'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import type { MediaItem } from '../../../shared/media.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { LibraryPicture } from './LibraryPicture.tsx'
import classes from './pictures.module.css'

interface PictureViewerProps {
  readonly items: readonly MediaItem[]
  /** Index of the shown picture; null shows none. */
  readonly at: number | null
  readonly onAt: (at: number | null) => void
  readonly describe: (index: number) => string
}

/** Pictures at window size. A click shows actual pixels, the arrow keys change the picture, Esc closes. */
export function PictureViewer({ items, at, onAt, describe }: PictureViewerProps) {
  const { t } = useTranslation()
  const [actual, setActual] = useState(false)
  const item = at === null ? undefined : items[at]
  const close = () => {
    setActual(false)
    onAt(null)
  }
  const step = (by: number) => {
    if (at === null || items[at + by] === undefined) return
    setActual(false)
    onAt(at + by)
  }
  return (
    <Modal
      opened={item !== undefined}
      onClose={close}
      fullScreen
      withCloseButton={false}
      title={at === null ? '' : describe(at)}
      classNames={{ header: classes.header, body: classes.body, content: classes.content, title: classes.title }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') step(-1)
        else if (event.key === 'ArrowRight') step(1)
      }}
    >
      {item === undefined || at === null ? null : (
        <>
          <div className={classes.bar}>
            {items.length < 2 ? null : (
              <>
                <IconButton icon={ChevronLeft} words={t('app.previous')} disabled={at === 0} onClick={() => step(-1)} />
                <span>
                  {at + 1} / {items.length}
                </span>
                <IconButton
                  icon={ChevronRight}
                  words={t('app.next')}
                  disabled={at === items.length - 1}
                  onClick={() => step(1)}
                />
              </>
            )}
            <IconButton icon={X} words={t('app.close')} data-autofocus onClick={close} />
          </div>
          <div className={classes.stage} data-actual={actual || undefined}>
            <Button
              kind="plain"
              aria-pressed={actual}
              aria-label={t('app.actualSize')}
              onClick={() => setActual(!actual)}
            >
              <LibraryPicture
                mediaId={item.id}
                alt={describe(at)}
                {...(item.width === null || item.height === null ? {} : { width: item.width, height: item.height })}
              />
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
