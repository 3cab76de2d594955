import { Checkbox } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaItem } from '../../../../shared/media.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { useEditor, useSession } from './editor-store.ts'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { MaskCanvas } from './MaskCanvas.tsx'
import classes from './MaskEditor.module.css'
import { StageNotes } from './StageNotes.tsx'
import { StatusLine } from './StatusLine.tsx'
import { ToolBar } from './ToolBar.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useEditorWays } from './use-editor-ways.ts'

interface EditorBodyProps {
  readonly stored: MediaItem | null
  readonly keepOutside: boolean
  onKeepOutside(value: boolean): void
  onDone(mask: MediaItem | null): void
  onCancel(): void
}

/** The opened editor. */
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
          <StageNotes />
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
