import i18next from 'i18next'
import { History, Star } from 'lucide-react'
import { useState } from 'react'
import type { ImagePrompts } from '../../../../shared/image.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { showToast } from '../../../platform/toasts.ts'
import { changeForm } from '../form-draft.ts'
import { focusPrompt } from '../studio-actions.ts'
import { studio, useStudio } from '../studio-store.ts'
import classes from './PromptMenu.module.css'

/** Number of prompts of each group in the menu. */
const shownMax = 12

/** Replaces the prompt, and offers undo if one is lost. */
export function replacePrompt(prompt: string, words: string): void {
  const before = studio().form.prompt
  changeForm({ type: 'changed', change: { prompt } })
  if (before.trim() !== '' && before !== prompt)
    showToast(words, {
      label: i18next.t('app.undo'),
      run: () => changeForm({ type: 'changed', change: { prompt: before } }),
    })
}

/** A menu of favourite and earlier prompts. */
export function PromptMenu() {
  const { t } = useTranslation()
  const prompt = useStudio((state) => state.form.prompt)
  const [prompts, setPrompts] = useState<ImagePrompts | null>(null)
  const read = async () => {
    const answer = await call('images.prompts', {})
    if (answer.ok) setPrompts(answer.value)
    else tellError(answer.error)
  }
  const isFavourite = prompts?.favourites.includes(prompt) ?? false
  const mark = async () => {
    const answer = await call('images.setFavouritePrompt', { prompt, favourite: !isFavourite })
    if (answer.ok) showToast(t(isFavourite ? 'images.promptUnmarked' : 'images.promptMarked'))
    else tellError(answer.error)
  }
  const use = (text: string) => {
    replacePrompt(text, t('images.promptReplaced'))
    focusPrompt()
  }
  const group = (label: string, texts: readonly string[]) =>
    texts.length === 0 ? null : (
      <MenuGroup label={label}>
        {texts.slice(0, shownMax).map((text) => (
          <MenuItem key={text} className={classes.item} onPress={() => use(text)}>
            {promptTitle(text, 90)}
          </MenuItem>
        ))}
      </MenuGroup>
    )
  return (
    <Menu
      width={300}
      position="bottom-start"
      onChange={(opened) => {
        if (opened) void read()
      }}
      trigger={<IconButton icon={History} iconSize={15} size="small" words={t('images.prompts')} />}
    >
      {prompt.trim() === '' ? null : (
        <MenuItem icon={Star} onPress={() => void mark()}>
          {t(isFavourite ? 'images.promptUnmark' : 'images.promptMark')}
        </MenuItem>
      )}
      {prompts === null ? null : (
        <>
          {group(t('images.promptFavourites'), prompts.favourites)}
          {group(t('images.promptEarlier'), prompts.earlier)}
          {prompts.favourites.length + prompts.earlier.length > 0 ? null : (
            <p className={classes.none}>{t('images.promptNone')}</p>
          )}
        </>
      )}
    </Menu>
  )
}
