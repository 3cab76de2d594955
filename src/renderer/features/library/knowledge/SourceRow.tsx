import { AudioLines, FileText, Folder, MessageSquare, RotateCw, X } from 'lucide-react'
import type { KnowledgeSource } from '../../../../shared/knowledge.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Knowledge.module.css'
import { sourceWords } from './source-words.ts'

const icons = { file: FileText, folder: Folder, chat: MessageSquare, transcript: AudioLines }

interface SourceRowProps {
  readonly source: KnowledgeSource
  readonly onRemove: (name: string) => void
  readonly onReadAgain: () => void
  readonly onChooseAgain: () => void
}

/** One source of a collection: its name, its state and its actions. */
export function SourceRow({ onChooseAgain, onReadAgain, onRemove, source }: SourceRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const Icon = icons[source.kind]
  const name = source.name === '' ? t('knowledge.untitled') : source.name
  const { failedFiles, problem, state } = source.progress
  return (
    <li className={classes.source}>
      <Icon size={16} strokeWidth={1.75} aria-label={t(`knowledge.kind.${source.kind}`)} className={classes.icon} />
      <div className={classes.about}>
        <div className={layout.cut} title={source.folder ?? undefined}>
          <Line text={name} />
        </div>
        <div className={state === 'failed' ? classes.trouble : classes.state}>{sourceWords(t, language, source)}</div>
      </div>
      {source.kind === 'folder' && problem === 'choose_again' ? (
        <Button size="small" onClick={onChooseAgain}>
          {t('knowledge.chooseAgain')}
        </Button>
      ) : null}
      {(state === 'failed' || failedFiles > 0) && problem !== 'choose_again' ? (
        <IconButton icon={RotateCw} iconSize={15} words={t('knowledge.readAgain')} onClick={onReadAgain} />
      ) : null}
      <IconButton icon={X} iconSize={15} words={t('knowledge.removeSource', { name })} onClick={() => onRemove(name)} />
    </li>
  )
}
