import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import { DoneNote, Field, PageHeader, RefusalNote } from "~/features/customer-pages/portal-parts";
import type { SeenStatus } from "~/features/referrals/rules/referral";
import type { ReferralTexts } from "~/features/referrals/texts/referral-texts";
import { QrCode } from "~/ui/parts/qr-code";

type SeenReferral = {
  id: number;
  email: string;
  status: SeenStatus;
  code: RewardCode | null;
  date: Date;
};
type RewardCode = { code: string; isUsable: boolean; endsAt: Date | null };

type Props = {
  context: PortalContext;
  texts: ReferralTexts;
  lead: string;
  link: string;
  /** The text to share, without the link. */
  share: string;
  subject: string;
  friends: readonly SeenReferral[];
  /** The friend just invited, as typed; null when there is none. */
  to: string | null;
  refusal: Refusal | null;
};

/** A customer's link, ways to share it that need no script, and the results. */
export function ReferPage(props: Props) {
  const { context, lead, link, share, subject, friends, to, refusal } = props;
  const { portal } = props.texts;
  return (
    <>
      <PageHeader
        title={portal.title}
        lead={lead}
        back={{ href: context.href({ view: "list" }), label: context.texts.back }}
      />
      {refusal && <WhyNot {...props} refusal={refusal} />}
      {to && (
        <DoneNote
          text={portal.invite.ready}
          undo={
            <a className="b" href={toMailLink(to, subject, `${share}\n${link}`)}>
              {portal.invite.open}
            </a>
          }
        />
      )}
      <InviteForm {...props} />
      <section className="card" aria-labelledby="link">
        <h2 id="link">{portal.link}</h2>
        <p className="pickable">{link}</p>
        <div className="f">
          <label htmlFor="message">{portal.message}</label>
          <textarea id="message" readOnly rows={5} dir="auto" defaultValue={`${share}\n${link}`} />
        </div>
        <div className="share">
          {listTargets(subject, share, link).map(({ name, href, isElsewhere }) => (
            <a key={name} className="b2" href={href} rel={isElsewhere ? "noopener noreferrer" : undefined}>
              {name === "mail" ? portal.byMail : name === "sms" ? portal.bySms : name}
            </a>
          ))}
        </div>
        <div>
          <QrCode text={link} label={portal.qr} className="qr" />
          <p className="muted" aria-hidden>
            {portal.qr}
          </p>
        </div>
      </section>
      <section className="card" aria-labelledby="friends">
        <h2 id="friends">{portal.friends}</h2>
        {friends.length === 0 ? (
          <p className="muted">{portal.none}</p>
        ) : (
          <ul className="rows">
            {friends.map((friend) => (
              <li key={friend.id}>
                <div>
                  <bdi>{friend.email}</bdi>
                  <small>
                    <time dateTime={context.format.day(friend.date)}>
                      {context.format.pastDate(friend.date)}
                    </time>
                  </small>
                </div>
                <span className="tag">{portal.status[friend.status]}</span>
                {friend.code && <Reward {...props} reward={friend.code} />}
                {friend.status === "REWARDED" && !friend.code && <small>{portal.rewardedNext}</small>}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

/** The code of a reward and, beside it, until when it can be used, or that it cannot. */
function Reward({ context, texts: { portal, landing }, reward }: Props & { reward: RewardCode }) {
  const { code, isUsable, endsAt } = reward;
  return (
    <small>
      {portal.reward}
      {context.format.colon}
      <strong className="pickable">{code}</strong>{" "}
      {!isUsable ? portal.rewardGone : endsAt && landing.until(context.format.pastDate(endsAt))}
    </small>
  );
}

/** One e-mail address: added to the list below, and used for an e-mail that the customer sends. */
function InviteForm({ context, texts: { portal, landing }, to, refusal }: Props) {
  const { invite } = portal;
  return (
    <form
      className="card form"
      method="post"
      action={context.action({ view: "refer", intent: "invite" })}
      aria-labelledby="invite"
      noValidate
    >
      <h2 id="invite">{invite.title}</h2>
      <Field
        name="friend"
        label={invite.email}
        hint={invite.hint}
        error={refusal?.fields.friend && landing.refused.invalid_email}
      >
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="off"
            inputMode="email"
            required
            maxLength={254}
            defaultValue={refusal?.submitted.friend}
          />
        )}
      </Field>
      <button type="submit" className={to ? "b2" : "b"}>
        {invite.submit}
      </button>
    </form>
  );
}

function WhyNot({ texts: { portal }, refusal }: Props & { refusal: Refusal }) {
  const isField = refusal.fields.friend !== undefined;
  const fields = isField ? [{ name: "friend", label: portal.invite.email }] : [];
  return <RefusalNote text={refusal.text} fields={fields} />;
}

// URLSearchParams would write spaces as `+`, which mail programs show.
const toMailLink = (to: string, subject: string, body: string): string =>
  `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

/** Links that share a text elsewhere. Nothing is requested from these hosts until somebody follows one. */
function listTargets(subject: string, share: string, link: string) {
  const message = `${share}\n${link}`;
  const whole = encodeURIComponent(message);
  const [text, url] = [share, link].map(encodeURIComponent);
  return [
    { name: "mail", href: toMailLink("", subject, message), isElsewhere: false },
    { name: "sms", href: `sms:?&body=${whole}`, isElsewhere: false },
    { name: "WhatsApp", href: `https://wa.me/?text=${whole}`, isElsewhere: true },
    { name: "Telegram", href: `https://t.me/share/url?url=${url}&text=${text}`, isElsewhere: true },
  ];
}
