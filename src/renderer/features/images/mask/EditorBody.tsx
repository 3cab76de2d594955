import { Checkbox } from '@mantine/core'
import { Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { EditorHeader } from './EditorHeader.tsx'
import { stepZoom, zoomToFit, zoomToPixels } from './editor-actions.ts'
import { useEditor, useSession } from './editor-store.ts'
import { MaskCanvas } from './MaskCanvas.tsx'
import classes from './MaskEditor.module.css'
import { markedPercent } from './mask-rules.ts'
import { StageNote } from './StageNote.tsx'
import { ToolBar } from './ToolBar.tsx'
import { ToolButton } from './ToolButton.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useEditorWays } from './use-editor-ways.ts'

interface EditorBodyProps {
  readonly stored: MediaItem | null
  readonly keepOutside: boolean
  onKeepOutside(value: boolean): void
  onDone(mask: MediaItem | null): void
  onCancel(): void
}

/** The opened mask editor. */
export function EditorBody({ stored, keepOutside, onKeepOutside, onDone, onCancel }: EditorBodyProps) {
  const { t } = useTranslation()
  const session = useSession()
  const root = useRef<HTMLElement>(null)
  const ways = useEditorWays({ stored, onDone, onCancel })
  const asking = useEditor((state) => state.asking)
  const trouble = useEditor((state) => state.trouble)
  useEditorKeys(session, root, ways.stepOut)
  useEffect(() => {
    if (!asking) session.hooks.focusCanvas()
  }, [asking, session])
  return (
    <section ref={root} aria-label={t('mask.title')} className={classes.editor}>
      <EditorHeader onLoad={ways.load} onSaveFile={ways.saveFile} onCancel={ways.cancel} onDone={ways.done} />
      {asking ? <LeaveQuestion onStay={ways.stay} onDiscard={ways.discard} /> : null}
      {trouble === null ? null : (
        <div className={classes.trouble}>
          <ErrorNote
            error={trouble.error}
            place={{ where: 'other', hasText: false }}
            lead={t(`mask.trouble.${trouble.what}`)}
            on={trouble.what === 'load' ? {} : { retry: ways.tryAgain }}
            onDismiss={() => session.store.setState({ trouble: null })}
          />
        </div>
      )}
      <div className={classes.middle}>
        <ToolBar />
        <div className={classes.stage}>
          <MaskCanvas />
          <StageNote />
        </div>
      </div>
      <div className={classes.choice}>
        <Checkbox
          size="xs"
          radius={4}
          checked={keepOutside}
          onChange={(event) => onKeepOutside(event.currentTarget.checked)}
          label={t('mask.keepOutside')}
          description={t('mask.keepOutsideHint')}
        />
      </div>
      <StatusLine />
    </section>
  )
}

interface LeaveQuestionProps {
  onStay(): void
  onDiscard(): void
}

/** Asks before unsaved changes are discarded. */
function LeaveQuestion({ onStay, onDiscard }: LeaveQuestionProps) {
  const { t } = useTranslation()
  const busy = useEditor((state) => state.busy)
  const stuck = useEditor((state) => state.trouble?.what === 'discard')
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <div role="alertdialog" aria-labelledby="mask-leave" className={classes.question}>
      <p id="mask-leave" className={layout.fill}>
        {t('mask.leave.question')}
      </p>
      <Button size="small" ref={stay} disabled={busy} onClick={onStay}>
        {t('mask.leave.stay')}
      </Button>
      <Button kind="danger" size="small" disabled={busy} onClick={onDiscard}>
        {stuck ? t('mask.leave.anyway') : t('mask.leave.discard')}
      </Button>
    </div>
  )
}

/** Zoom, picture size, marked share, and whether the mask is saved. A preview shows what is sent instead. */
function StatusLine() {
  const { t } = useTranslation()
  const session = useSession()
  const language = useLanguage()
  const { width, height } = session.picture
  const preview = useEditor((state) => state.preview)
  const asking = useEditor((state) => state.asking)
  const zoom = useEditor((state) => (state.view === null ? 1 : state.view.scale))
  const percent = useEditor((state) => markedPercent(state.marked, session.picture))
  const kept = useEditor((state) =>
    state.keeping ? 'keeping' : state.pixels === state.kept ? (state.pixels === 0 ? 'none' : 'kept') : 'later',
  )
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: zoom < 0.1 ? 1 : 0 })
  return (
    <div className={classes.status}>
      <div className={layout.center}>
        <ToolButton icon={Minus} label={t('mask.zoomOut')} hint="-" onPress={() => stepZoom(session, 'out')} />
        <Button
          kind="icon"
          className={classes.percent}
          title={`${t('mask.zoomPixels')} (1)`}
          aria-label={`${share.format(zoom)}, ${t('mask.zoomPixels')}`}
          aria-keyshortcuts="1"
          onClick={() => zoomToPixels(session)}
        >
          {share.format(zoom)}
        </Button>
        <ToolButton
          icon={Plus}
          label={t('mask.zoomIn')}
          hint="+"
          shortcut="Plus"
          onPress={() => stepZoom(session, 'in')}
        />
        <ToolButton icon={Maximize} label={t('mask.zoomFit')} hint="0" onPress={() => zoomToFit(session)} />
      </div>
      {preview ? (
        <SentWords />
      ) : (
        <>
          <span>{t('mask.dimensions', { width, height })}</span>
          <span>{t('mask.marked', { percent: number.format(percent) })}</span>
        </>
      )}
      <span className={layout.fill} />
      {/* next to the question whether to discard it, "saved" would be a contradiction */}
      <span className={classes.kept}>{kept === 'none' || asking ? '' : t(`mask.state.${kept}`)}</span>
    </div>
  )
}

/** The meaning of a previewed mask, and the sizes that are sent. */
function SentWords() {
  const { t } = useTranslation()
  const { source, picture } = useSession()
  const language = useLanguage()
  const empty = useEditor((state) => state.marked === 0)
  const { width, height } = picture
  const bytes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  }).format(source.bytes / 1024 / 1024)
  return (
    <span className={`${classes.sentences} ${classes.sent}`}>
      <span>{empty ? t('mask.sentAll') : t('mask.sentPart')}</span>
      <span>{t('mask.sentSizes', { width, height, bytes })}</span>
    </span>
  )
}
