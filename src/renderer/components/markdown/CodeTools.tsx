import { Hash, Play, Save, WrapText } from 'lucide-react'
import { memo } from 'react'
import { appState, saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import buttons from '../buttons.module.css'
import type { PreviewKind } from '../preview/preview-kind.ts'
import { openPreview } from '../preview/preview-store.ts'
import { CopyButton } from '../words/CopyButton.tsx'
import { saveCode } from './code-file.ts'
import classes from './Markdown.module.css'

interface CodeToolsProps {
  readonly id: string
  readonly language: string
  readonly kind: PreviewKind | null
  /** The present code. The function stays the same while the code grows, so that nothing here renders again. */
  readonly source: () => string
}

/** The buttons of a code block. */
export const CodeTools = memo(function CodeTools({ id, kind, language, source }: CodeToolsProps) {
  const { t } = useTranslation()
  const isWrapped = useApp((state) => state.settings.codeWrap)
  const isNumbered = useApp((state) => state.settings.codeNumbers)
  return (
    <div className={classes.codeTools}>
      {kind === null ? null : (
        <button
          type="button"
          className={`${buttons.link} ${classes.previewButton}`}
          onClick={() => openPreview({ id, kind, language, source })}
        >
          <Play size={13} aria-hidden="true" />
          {t('blocks.preview.open')}
        </button>
      )}
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('blocks.code.wrap')}
        title={t('blocks.code.wrap')}
        aria-pressed={isWrapped}
        onClick={() => void saveSettings({ codeWrap: !appState().settings.codeWrap })}
      >
        <WrapText size={15} />
      </button>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('blocks.code.numbers')}
        title={t('blocks.code.numbers')}
        aria-pressed={isNumbered}
        onClick={() => void saveSettings({ codeNumbers: !appState().settings.codeNumbers })}
      >
        <Hash size={15} />
      </button>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('blocks.code.save')}
        title={t('blocks.code.save')}
        onClick={() => void saveCode(language, source())}
      >
        <Save size={15} />
      </button>
      <CopyButton text={source} label={t('markdown.copyCode')} />
    </div>
  )
})
