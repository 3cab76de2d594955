import { useEffect, useRef, useState } from 'react'
import { previewBases } from '../../../shared/preview-limits.ts'
import { useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { FrameWatch } from './frame-watch.ts'
import classes from './Preview.module.css'
import type { PreviewKind } from './preview-kind.ts'
import {
  endsFrame,
  type FrameNote,
  type FrameReport,
  graverNote,
  messagesMax,
  readFrameMessage,
} from './preview-messages.ts'
import { reloadPreview } from './preview-store.ts'
import { useFocusGuard } from './use-focus-guard.ts'

/** Target of messages: the frame has no origin that could be named, and cannot navigate elsewhere. */
const anywhere = '*'

interface PreviewFrameProps {
  readonly kind: PreviewKind
  readonly text: string
  /** True if a diagram is drawn for a dark background. */
  readonly isDark: boolean
  /** Called when Escape was pressed in the frame. */
  readonly onEscape: () => void
  /** Called with the SVG of a drawn diagram. */
  readonly onPicture: (picture: string) => void
}

/**
 * A frame without origin, network and permissions that shows a text (docs/previews.md). Give it a new key to show
 * another text.
 */
export function PreviewFrame({ kind, text, isDark, onEscape, onPicture }: PreviewFrameProps) {
  const { t } = useTranslation()
  const base = previewBases[useApp((state) => state.info.shell)]
  const frame = useRef<HTMLIFrameElement>(null)
  const [note, setNote] = useState<FrameNote | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [isDrawing, setDrawing] = useState(kind === 'diagram')
  const take = useRef<(report: FrameReport) => void>(() => undefined)
  const watch = useRef<FrameWatch | null>(null)
  const tell = (next: FrameNote) => setNote((before) => graverNote(before, next))
  const { onPress } = useFocusGuard(frame, () => tell('grabbed'))
  const [first] = useState({ kind, text, dark: isDark })

  take.current = ({ picture, reason: why, step }) => {
    switch (step) {
      case 'ready':
      case 'ready-still':
        if (step === 'ready-still' && kind === 'html') tell('still')
        return watch.current?.sendText()
      case 'alive':
        return watch.current?.noteAnswer()
      case 'drawn':
        setDrawing(false)
        if (picture !== null) onPicture(picture)
        return
      case 'failed':
        setReason(why)
        return tell('failed')
      case 'pressed':
        return onPress()
      case 'escape':
        return onEscape()
      case 'left':
      case 'refused':
        return tell(step)
    }
  }

  useEffect(() => {
    const { port1: port, port2: theirs } = new MessageChannel()
    const watching = new FrameWatch({
      show: () => frame.current?.contentWindow?.postMessage(first, anywhere, [theirs]),
      ping: () => port.postMessage(null),
      onSilence: () => setNote((before) => graverNote(before, 'slow')),
    })
    watch.current = watching
    const read = (data: unknown) => {
      const report = readFrameMessage(data)
      if (report !== null) take.current(report)
    }
    port.onmessage = ({ data }) => read(data)
    const onMessage = (event: MessageEvent) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return
      // messages of the page are only counted, because reading one can take seconds
      if (!watching.hasBegun) return read(event.data)
      if (watching.count() > messagesMax) setNote((before) => graverNote(before, 'flooded'))
    }
    window.addEventListener('message', onMessage)
    return () => {
      watching.close()
      port.close()
      window.removeEventListener('message', onMessage)
    }
  }, [first])

  return (
    <>
      {note === null ? null : (
        <div className={classes.note} data-grave={endsFrame(note) || note === 'failed' || undefined}>
          <p>{t(`blocks.preview.note.${note}`)}</p>
          {reason === null || note !== 'failed' ? null : <pre className={classes.reason}>{reason}</pre>}
          {endsFrame(note) ? (
            <Button size="small" onClick={() => reloadPreview()}>
              {t('blocks.preview.reload')}
            </Button>
          ) : null}
        </div>
      )}
      {isDrawing && note === null ? (
        <p className={classes.drawing} role="status">
          {t('blocks.preview.drawing')}
        </p>
      ) : null}
      {endsFrame(note) ? null : (
        <iframe
          ref={frame}
          className={classes.frame}
          data-kind={kind}
          title={t(`blocks.preview.frame.${kind}`)}
          sandbox="allow-scripts"
          allow=""
          referrerPolicy="no-referrer"
          onLoad={() => watch.current?.loaded()}
          src={`${base}${kind === 'diagram' ? 'diagram' : 'page'}`}
        />
      )}
    </>
  )
}
