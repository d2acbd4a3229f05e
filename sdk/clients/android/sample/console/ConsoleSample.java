import com.voltline.sdk.Ad;
import com.voltline.sdk.Reward;
import com.voltline.sdk.VoltlineClient;
import com.voltline.sdk.VoltlineException;
import java.io.PrintStream;

/** Walks through every call from a terminal: SERVER API_KEY DEVICE UNIT REWARD_KEY. */
public final class ConsoleSample {
    private static PrintStream out;

    public static void main(String[] args) throws Exception {
        out = new PrintStream(System.out, true, "UTF-8");
        VoltlineClient voltline = new VoltlineClient(args[0], args[1], args[2]);
        voltline.session("KR", "1.0");
        out.println("session SUCCESS");
        Ad ad = voltline.requestAd(Long.parseLong(args[3]), "KR", true);
        out.println("ad " + ad.product + " " + ad.name + " test=" + ad.isTest + " materials=" + ad.materials.size());
        out.println("click " + ad.clickUrl);
        print("impression", voltline.report(ad, VoltlineClient.IMPRESSION));
        print("impression again", voltline.report(ad, VoltlineClient.IMPRESSION));
        print("watch", voltline.report(ad, VoltlineClient.WATCH));
        try {
            print("app reward", voltline.appReward(args[4]));
            print("app reward", voltline.appReward(args[4]));
        } catch (VoltlineException refused) {
            out.println("app reward " + refused.code());
        }
        out.println("volts " + voltline.volts());
        try {
            voltline.requestAd(999999999L, null, false);
        } catch (VoltlineException refused) {
            out.println("unknown unit " + refused.code());
        }
    }

    private static void print(String what, Reward reward) {
        String earned = reward == null ? "no reward" : reward.name + " x " + reward.count;
        String receipt = reward == null || reward.receipt == null ? "" : " receipt=" + reward.receipt;
        out.println(what + ": " + earned + receipt);
    }
}
