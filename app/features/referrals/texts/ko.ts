import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const ko = once(
  (): ReferralTexts => ({
    headline: (shop) => `${shop}의 환영 선물`,
    offer: (value, shop) => `${shop} 첫 구독에 ${value} 혜택을 받으세요.`,
    share: (value, shop) => `${shop} 구독에 만족하고 있어요. 제 링크로 ${value} 혜택을 받으세요:`,
    landing: {
      from: (name) => `${name}님의 초대`,
      email: "이메일 주소",
      submit: "코드 받기",
      terms: "이 이메일 주소로 첫 구독에 한 번만 사용할 수 있는 코드입니다.",
      until: (date) => `${date}까지 사용해 주세요.`,
      doneTitle: "코드가 준비되었습니다",
      code: "나의 코드",
      done: "같은 이메일 주소로 첫 구독을 시작하신 후 구독 관리 페이지에서 코드를 입력해 주세요. 다음 주문부터 적용됩니다.",
      mailed: "이메일로도 보내드렸습니다.",
      mailedTitle: "받은 편지함을 확인해 주세요",
      mailedText:
        "혜택 대상 이메일이라면 곧 코드가 도착합니다. 몇 분 정도 걸릴 수 있으니 스팸함도 확인해 주세요.",
      toShop: "쇼핑몰 방문",
      closedTitle: "이용할 수 없는 혜택입니다",
      refused: {
        unknown_token: "링크가 불완전하거나 더 이상 유효하지 않습니다. 친구에게 새 링크를 요청해 주세요.",
        programme_inactive: "현재 이용할 수 없는 혜택입니다.",
        not_eligible: "이 이메일 주소로는 이용할 수 없는 혜택입니다.",
        invalid_email: "name@example.com과 같은 이메일 주소를 입력해 주세요.",
        too_many: "너무 많이 시도하셨습니다. 나중에 다시 시도해 주세요.",
        fault: "문제가 발생했습니다. 잠시 후 다시 시도해 주세요.",
      },
    },
    portal: {
      title: "친구 초대",
      lead: (friend, own) =>
        `친구는 ${friend} 혜택을 받습니다. 친구의 첫 주문이 결제되면 ${own} 혜택을 받으실 수 있습니다.`,
      link: "나의 링크",
      message: "공유할 메시지",
      byMail: "이메일",
      bySms: "문자 메시지",
      qr: "링크의 QR 코드",
      invite: {
        title: "누구를 초대하시겠어요?",
        email: "친구의 이메일 주소",
        hint: "저희가 직접 보내지 않습니다. 링크가 담긴 이메일을 준비해 드리면 본인의 메일 앱에서 보내실 수 있습니다.",
        submit: "이메일 준비",
        ready: "친구에게 보낼 이메일이 준비되었습니다.",
        open: "열어서 보내기",
      },
      friends: "초대한 친구",
      none: "아직 링크를 사용한 사람이 없습니다.",
      status: {
        INVITED: "초대함",
        ACCEPTED: "코드를 받음",
        CODE_USED: "코드를 사용함",
        REWARDED: "보상을 받으셨습니다",
        REFUSED: "인정되지 않음",
      },
      reward: "나의 코드",
      rewardGone: "더 이상 사용할 수 없음",
      rewardedNext: "다음 주문에 적용",
      rewardTitle: "추천 보상",
      entry: "친구 초대",
    },
    mail: {
      welcomeSubject: (shop) => `${shop} 코드 안내`,
      welcomeText: (value, shop) => `${shop} 첫 구독에 ${value} 혜택을 받을 수 있는 코드입니다.`,
      rewardSubject: (shop) => `${shop} 추천에 감사드립니다`,
      rewardText: (value) => `친구가 링크를 사용했습니다. 주문 1회에 ${value} 혜택을 받으세요.`,
      rewardNext: (value) => `친구가 링크를 사용했습니다. 다음 주문에 ${value} 혜택을 받으세요.`,
      codeIs: (code) => `나의 코드: ${code}`,
    },
  }),
);
