import type { Icon } from '../../ui/icons/create-icon.ts';
import {
  IconArrowUpRight,
  IconBell,
  IconBuilding,
  IconChartHistogram,
  IconForms,
  IconIdBadge2,
  IconInbox,
  IconMessage2Cog,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
} from '../../ui/icons/icons.ts';

/** The menu icons. The route table only names them, so that signed-out visitors don't load them. */
export const menuIcons = {
  profile: IconUserCircle,
  needsYou: IconBell,
  members: IconUsers,
  employees: IconIdBadge2,
  outgoing: IconArrowUpRight,
  incoming: IconInbox,
  metrics: IconChartHistogram,
  massMessaging: IconSpeakerphone,
  forms: IconForms,
  memberMessaging: IconMessage2Cog,
  account: IconBuilding,
} satisfies Record<string, Icon>;

export type MenuIcon = keyof typeof menuIcons;
