import type { Icon } from '../../ui/icons/create-icon.ts';
import {
  IconArrowUpRight,
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

/** The icons of the menu. The route table names them only, so that whoever is not signed in does not fetch them. */
export const menuIcons = {
  profile: IconUserCircle,
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
