import { ArrowLeft, Captions, ChevronDown, Pencil, Plus, Save } from 'lucide-react'
import type { StoryboardSummary } from '../../../../shared/storyboard.ts'
import { Button } from '../../../components/Button.tsx'
import { TitleField } from '../../../components/forms/TitleField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { Menu, MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuChoice, MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import view from '../../../components/pictures/detail-view.module.css'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { closeVideo } from '../panel-actions.ts'
import { openStoryboardSubtitles } from '../subtitles/subtitles-store.ts'
import { secondsOf } from './clips.ts'
import { saveFilm } from './film-actions.ts'
import classes from './Storyboard.module.css'
import { chooseStoryboard, createStoryboard, removeStoryboard, renameStoryboard } from './storyboard-actions.ts'
import { useStoryboards } from './storyboard-store.ts'

/** The chosen storyboard with its name and length, and the actions on it. */
export function StoryboardBar() {
  const { t } = useTranslation()
  const shown = useStoryboards((state) => state.shown)
  const isSaving = useStoryboards((state) => state.saving !== null)
  const entries = shown?.entries ?? []
  const seconds = entries.reduce((sum, { job }) => sum + secondsOf(job), 0)
  return (
    <header className={view.bar}>
      <Button
        kind="icon"
        className={view.back}
        aria-label={t('videos.back')}
        title={`${t('videos.back')} (${t('shortcuts.escape')})`}
        onClick={closeVideo}
      >
        <ArrowLeft size={18} strokeWidth={1.75} />
      </Button>
      <Name />
      {entries.length === 0 ? null : <span className={view.place}>{elapsedWords(Math.round(seconds) * 1000)}</span>}
      <span className={view.grow} />
      <IconButton
        icon={Save}
        words={t('storyboards.save')}
        disabled={entries.length === 0 || isSaving}
        onClick={() => void saveFilm()}
      />
      <MoreMenu width={240}>
        {shown === null ? null : (
          <MenuItem
            icon={Captions}
            disabled={entries.length === 0 || isSaving}
            onPress={() => openStoryboardSubtitles(shown)}
          >
            {t('subtitles.openStoryboard')}
          </MenuItem>
        )}
        <MenuItem icon={Plus} onPress={() => void begin()}>
          {t('storyboards.new')}
        </MenuItem>
        <MenuItem icon={Pencil} disabled={shown === null} onPress={() => useStoryboards.setState({ renaming: true })}>
          {t('storyboards.rename')}
        </MenuItem>
        {shown === null ? null : (
          <DeleteItem onPress={() => void removeStoryboard()}>{t('storyboards.delete')}</DeleteItem>
        )}
      </MoreMenu>
    </header>
  )
}

async function begin(): Promise<void> {
  const made = await createStoryboard()
  if (made === null) return
  await chooseStoryboard(made.id)
  useStoryboards.setState({ renaming: true })
}

/** Name of the chosen storyboard: a menu of all, or a field while it is renamed. */
function Name() {
  const { t } = useTranslation()
  const list = useStoryboards((state) => state.list)
  const chosenId = useStoryboards((state) => state.chosenId)
  const renaming = useStoryboards((state) => state.renaming)
  const chosen = list?.find(({ id }) => id === chosenId)
  if (chosen === undefined) return <h2 className={classes.title}>{t('storyboards.title')}</h2>
  if (renaming)
    return (
      <TitleField
        className={classes.titleField}
        label={t('storyboards.name')}
        title={chosen.name}
        onDone={(name) => void renameStoryboard(chosen.id, name)}
      />
    )
  return <Choice list={list ?? []} chosen={chosen} />
}

function Choice({ list, chosen }: { readonly list: readonly StoryboardSummary[]; readonly chosen: StoryboardSummary }) {
  const { t } = useTranslation()
  return (
    <h2 className={classes.title}>
      <Menu
        position="bottom-start"
        width={260}
        trigger={
          <Button
            kind="chip"
            className={classes.choice}
            aria-label={t('storyboards.chosen', { name: chosen.name })}
            title={chosen.name}
          >
            <span className={classes.choiceName}>{chosen.name}</span>
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        }
      >
        <MenuGroup label={t('storyboards.title')}>
          {list.map((each) => (
            <MenuChoice key={each.id} isChecked={each.id === chosen.id} onChoose={() => void chooseStoryboard(each.id)}>
              {t('storyboards.named', { name: each.name, count: each.count })}
            </MenuChoice>
          ))}
        </MenuGroup>
      </Menu>
    </h2>
  )
}
