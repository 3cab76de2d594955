import { Hash, Play, Save, WrapText } from 'lucide-react'
import { memo } from 'react'
import { appState, saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import type { PreviewKind } from '../preview/preview-kind.ts'
import { openPreview } from '../preview/preview-store.ts'
import { CopyButton } from '../words/CopyButton.tsx'
import { saveCode } from './code-file.ts'
import classes from './Markdown.module.css'

interface CodeToolsProps {
  readonly id: string
  readonly language: string
  readonly kind: PreviewKind | null
  /** The current code. The function keeps its identity while the code grows, so that nothing here re-renders. */
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
        <Button
          kind="link"
          className={classes.previewButton}
          onClick={() => openPreview({ id, kind, language, source })}
        >
          <Play size={13} aria-hidden="true" />
          {t('blocks.preview.open')}
        </Button>
      )}
      <IconButton
        icon={WrapText}
        words={t('blocks.code.wrap')}
        iconSize={15}
        size="small"
        aria-pressed={isWrapped}
        onClick={() => void saveSettings({ codeWrap: !appState().settings.codeWrap })}
      />
      <IconButton
        icon={Hash}
        words={t('blocks.code.numbers')}
        iconSize={15}
        size="small"
        aria-pressed={isNumbered}
        onClick={() => void saveSettings({ codeNumbers: !appState().settings.codeNumbers })}
      />
      <IconButton
        icon={Save}
        words={t('blocks.code.save')}
        iconSize={15}
        size="small"
        onClick={() => void saveCode(language, source())}
      />
      <CopyButton text={source} label={t('markdown.copyCode')} />
    </div>
  )
})
