import { useEffect, useState } from 'react'
import type { SubtitleRules } from '../../../../shared/transcript.ts'
import { type ExportFormat, exportFormats, isSubtitle } from '../../../../shared/transcript-formats.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { tellError } from '../tell-error.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './Export.module.css'
import { ExportPreview } from './ExportPreview.tsx'

/** A dialog that exports transcripts as files. */
export function ExportDialog() {
  const { t } = useTranslation()
  const exporting = useTranscription((state) => state.exporting)
  const close = () => useTranscription.setState({ exporting: null })
  const title =
    exporting !== null && exporting.length > 1
      ? t('transcription.exportSeveral', { count: exporting.length })
      : t('transcription.exportOne')
  return (
    <Dialog opened={exporting !== null} onClose={close} title={title} size="large">
      {exporting === null ? null : <ExportForm ids={exporting} onDone={close} />}
    </Dialog>
  )
}

function ExportForm({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const formats = useTranscription((state) => state.formats)
  const rules = useTranscription((state) => state.rules)
  const [saving, setSaving] = useState(false)
  const estimated = useEstimated(ids)
  const [agreed, setAgreed] = useState(false)
  const mustAgree = estimated !== 'no' && formats.some(isSubtitle) && !agreed
  const several = ids.length * formats.length > 1
  const toggle = (format: ExportFormat) => {
    const chosen = new Set(formats)
    if (!chosen.delete(format)) chosen.add(format)
    useTranscription.setState({ formats: exportFormats.filter((each) => chosen.has(each)) })
  }
  const save = async () => {
    if (saving || formats.length === 0 || mustAgree) return
    setSaving(true)
    const saved = await exportTranscripts(ids, formats, rules)
    setSaving(false)
    if (saved) onDone()
  }
  return (
    <Form onSend={() => void save()}>
      <fieldset className={classes.formats} aria-label={t('transcription.formats')}>
        {exportFormats.map((format, index) => (
          <label key={format}>
            <input
              type="checkbox"
              data-autofocus={index === 0 || undefined}
              checked={formats.includes(format)}
              onChange={() => toggle(format)}
            />
            <span>{t(`transcription.format.${format}`)}</span>
          </label>
        ))}
      </fieldset>
      {formats.some(isSubtitle) ? <SubtitleFields /> : null}
      {formats.includes('docx') ? (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={rules.untimed === true}
            onChange={({ currentTarget: { checked } }) =>
              useTranscription.setState((state) => ({ rules: { ...state.rules, untimed: checked } }))
            }
          />
          <span>{t('transcription.untimed')}</span>
        </label>
      ) : null}
      {estimated === 'yes' && formats.some(isSubtitle) ? (
        <label className={classes.tick}>
          <input type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} />
          <span>{t('transcription.estimated')}</span>
        </label>
      ) : null}
      <ExportPreview
        ids={ids}
        formats={formats}
        rules={rules}
        locked={mustAgree}
        onSave={(format) => void exportTranscripts(ids.slice(0, 1), [format], rules)}
      />
      <DialogFoot
        onCancel={onDone}
        submit={several ? t('transcription.saveZip') : t('transcription.saveFile')}
        disabled={saving || formats.length === 0 || mustAgree}
      />
    </Form>
  )
}

/**
 * Returns `yes` if subtitles of these transcripts would have estimated times, because the model gave none. `unknown`,
 * if main cannot determine it, asks for consent too.
 */
function useEstimated(ids: readonly string[]): 'unknown' | 'yes' | 'no' {
  const [estimated, setEstimated] = useState<'unknown' | 'yes' | 'no'>('unknown')
  useEffect(() => {
    let current = true
    void call('transcripts.untimed', { transcriptIds: [...ids] }).then((answer) => {
      if (current) setEstimated(answer.ok && answer.value.transcriptIds.length === 0 ? 'no' : 'yes')
    })
    return () => {
      current = false
    }
  }, [ids])
  return estimated
}

/** Saves transcripts as files; false when it failed or was cancelled. */
async function exportTranscripts(
  transcriptIds: readonly string[],
  formats: readonly ExportFormat[],
  rules: SubtitleRules,
): Promise<boolean> {
  const answer = await call('transcripts.export', { transcriptIds: [...transcriptIds], formats: [...formats], rules })
  if (answer.ok) return finishSaving(answer.value)
  tellError(answer.error)
  return false
}

type NumberedRule = Exclude<keyof SubtitleRules, 'bareEnds' | 'untimed'>

const bounds = {
  lineWidth: { min: 10, max: 200, step: 1 },
  lines: { min: 1, max: 4, step: 1 },
  gap: { min: 0, max: 1000, step: 20 },
} as const satisfies Record<NumberedRule, { min: number; max: number; step: number }>

const rulesOffered = ['lineWidth', 'lines', 'gap'] as const satisfies readonly NumberedRule[]

/** Fields for the subtitle rules. */
function SubtitleFields() {
  const { t } = useTranslation()
  const rules = useTranscription((state) => state.rules)
  return (
    <fieldset className={classes.rules} aria-label={t('transcription.rules')}>
      {rulesOffered.map((rule) => {
        const { min, max, step } = bounds[rule]
        return (
          <BoundedNumber
            key={rule}
            label={t(`transcription.rule.${rule}`)}
            min={min}
            max={max}
            step={step}
            start={rules[rule]}
            onChange={(typed) => {
              if (typed !== null) useTranscription.setState((state) => ({ rules: { ...state.rules, [rule]: typed } }))
            }}
          />
        )
      })}
      <p>{t('transcription.ruleHint')}</p>
      <label className={classes.bareEnds}>
        <input
          type="checkbox"
          checked={rules.bareEnds === true}
          onChange={({ currentTarget: { checked } }) =>
            useTranscription.setState((state) => ({ rules: { ...state.rules, bareEnds: checked } }))
          }
        />
        <span>{t('transcription.bareEnds')}</span>
      </label>
    </fieldset>
  )
}
