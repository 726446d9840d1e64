import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "الطلبات السابقة",
    all: "كل الطلبات السابقة",
    none: "لا توجد طلبات سابقة بعد.",
    paid: "مدفوع",
    failed: "فشل الدفع",
    skipped: "تم تخطيه",
    number: "الطلب",
    underWay: "الدفع قيد المعالجة",
    asksBank: "بانتظار مصرفك",
    notSent: "لم يُرسَل",
    refunded: "مُسترَد",
    partRefunded: (amount) => `تم رد ${amount}`,
  },
  receipt: {
    title: "الإيصال",
    paidOn: "تاريخ الدفع",
    soldBy: "البائع",
    subtotal: "المجموع الفرعي",
    refund: "المبلغ المُسترَد",
    left: "بعد الاسترداد",
    tax: "تشمل الأسعار أي ضرائب مطبقة.",
    deliveries: (number) => `عدد التوصيلات: ${number}، مدفوعة مقدمًا`,
  },
  orderNow: {
    title: "هل تريد طلبك القادم الآن؟",
    intro: (date) => `موعده ${date}.`,
    consequence: "نحصّل الدفعة الآن ونجهز طلبك. تُحسب مواعيد الطلبات اللاحقة من اليوم.",
    confirm: (total) => `اطلب الآن مقابل ${total}`,
  },
});
